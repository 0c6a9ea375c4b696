import { type FormEvent, useRef, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Picture } from '#client/ui/picture.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { type ImageType, imageTypes, lengths } from '#shared/constants.ts';
import styles from './picture-upload.module.css';
import { usePreviews } from './use-previews.ts';

const types = Object.entries(imageTypes).map(([value, label]) => ({ value, label }));
const nothing: File[] = [];

/** Uploads pictures of one type, one request each; one that fails is logged and skipped (specification 4, 8). */
export function PictureUpload() {
  const [type, setType] = useState<ImageType>('other');
  const [files, setFiles] = useState(nothing);
  const [alts, setAlts] = useState<Record<number, string>>({});
  /** How many pictures were sent; undefined while nothing is uploaded. */
  const [sent, setSent] = useState<number>();
  const picker = useRef<HTMLInputElement>(null);
  const previews = usePreviews(files);
  const upload = trpc.images.upload.useMutation();
  const { images } = trpc.useUtils();
  const isBusy = sent !== undefined;
  useFocusBack(isBusy);

  function choose(chosen: FileList | null) {
    setFiles([...(chosen ?? [])].filter((file) => file.type.startsWith('image/')));
    setAlts({});
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (files.length === 0 || isBusy) return;
    let uploaded = 0;
    for (const [index, file] of files.entries()) {
      setSent(index);
      const form = new FormData();
      form.append('image_type', type);
      form.append('alt', alts[index] ?? '');
      form.append('file', file);
      try {
        await upload.mutateAsync(form);
        uploaded++;
      } catch (error) {
        console.error(`Failed to upload ${file.name}.`, error);
      }
    }
    setSent(undefined);
    choose(null);
    if (picker.current) picker.current.value = '';
    void images.list.invalidate();
    window.alert(`Uploaded ${uploaded}/${files.length} images successfully.`);
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <SelectField
        label="Image type"
        options={types}
        value={type}
        disabled={isBusy}
        onChange={(event) => setType(event.target.value as ImageType)}
      />
      <TextField
        ref={picker}
        label="Images"
        hint="You can choose several at once."
        type="file"
        accept="image/*"
        multiple
        disabled={isBusy}
        onChange={(event) => choose(event.target.files)}
      />
      {files.length > 0 && (
        <ul className={styles.previews} aria-label="Chosen images">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only replaced as a whole
            <li key={index} className={styles.preview}>
              <Picture src={previews[index]} alt={`Preview of ${file.name}`} className={styles.picture}>
                <p className={styles.picture}>No preview</p>
              </Picture>
              <TextField
                label={`What ${file.name} shows`}
                hint="Read aloud to people who can't see it."
                maxLength={lengths.alt.max}
                value={alts[index] ?? ''}
                disabled={isBusy}
                onChange={(event) => setAlts({ ...alts, [index]: event.target.value })}
              />
            </li>
          ))}
        </ul>
      )}
      {isBusy && (
        <div className={styles.progress}>
          <progress aria-label="Uploaded images" value={sent} max={files.length} />
          <p role="status" className="figure">{`Image ${sent + 1} of ${files.length}`}</p>
        </div>
      )}
      <Button type="submit" busy={isBusy} busyText="Uploading...">
        Upload Images
      </Button>
    </form>
  );
}
