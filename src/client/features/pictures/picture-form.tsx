import { type FormEvent, useState } from 'react';
import { UnsavedFields } from '#client/features/forms/unsaved-fields.tsx';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { useProblems } from '#client/ui/use-problems.ts';
import { lengths } from '#shared/constants.ts';
import type { Picture as WorkPicture } from '#shared/pictures.ts';
import { techniques, textures } from '#shared/rules/hair.ts';
import { techniqueTitle, textureNames } from '#shared/texture-names.ts';
import { FocusField } from './focus-field.tsx';
import styles from './own-pictures.module.css';

interface PictureFormProps {
  picture: WorkPicture;
  /** How many pictures there are: the positions to choose from. */
  count: number;
  /** Undefined while they are not loaded. */
  services: readonly { id: string; name: string }[] | undefined;
  close: () => void;
  /** Resolves when the list has what was saved, from which the form begins when it is opened again. */
  refresh: () => Promise<void>;
}

const failed = "The picture couldn't be saved.";

/** What of a picture must stay in sight, its words, the service that it shows, and its position. */
export function PictureForm({ picture, count, services, close, refresh }: PictureFormProps) {
  const { id, alt, caption, service_id, position } = picture;
  const change = trpc.pictures.change.useMutation({
    onSuccess: refresh,
    // It was deleted on another device.
    onError: (error) => (statusOf(error) === 404 ? refresh() : undefined),
  });
  const [focus, setFocus] = useState(picture.focus);
  const [failure, setFailure] = useState<string>();
  const { form, problems, show, clear } = useProblems<HTMLFormElement>();
  const positions = Array.from({ length: count }, (_, index) => ({
    value: String(index),
    label: `${index + 1} of ${count}`,
  }));

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    setFailure(undefined);
    show({});
    try {
      await change.mutateAsync({
        id,
        alt: text('alt'),
        caption: text('caption') || null,
        // What is absent stays: without the services there was no choice.
        ...(services ? { service_id: text('service_id') || null } : {}),
        technique: techniques.find((one) => one === text('technique')) ?? null,
        texture: textures.find((one) => one === text('texture')) ?? null,
        ...(focus === picture.focus ? {} : { focus }),
        ...(Number(text('position')) === position ? {} : { position: Number(text('position')) }),
      });
      notify.success('Picture saved.');
      close();
    } catch (error) {
      const said = fieldErrors(error);
      show(said);
      // The point has no place for a message.
      if (said.focus || Object.keys(said).length === 0) setFailure(said.focus ?? errorText(error, failed));
    }
  }

  return (
    <Dialog busy={change.isPending} close={close} title={`Picture ${position + 1} of ${count}`}>
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => void save(event)}
        onChange={({ target }) => clear(target.name)}
        noValidate
      >
        <FocusField picture={picture} focus={focus} onChange={setFocus} />
        <TextField
          label="What it shows"
          name="alt"
          defaultValue={alt}
          maxLength={lengths.alt.max}
          error={problems.alt}
          hint="Read aloud to people who can't see it. For example: Knotless braids to the shoulder."
        />
        <TextField
          label="Caption (optional)"
          name="caption"
          defaultValue={caption ?? ''}
          maxLength={lengths.caption.max}
          error={problems.caption}
          hint="Shown under the picture."
        />
        {services ? (
          <SelectField
            label="Service"
            name="service_id"
            emptyLabel="None"
            defaultValue={service_id ?? ''}
            options={services.map((service) => ({ value: service.id, label: service.name }))}
            error={problems.service_id}
            hint="The picture is also shown there."
          />
        ) : (
          <p className="soft">Your services didn't load, so the picture stays with the one it has.</p>
        )}
        <SelectField
          label="Technique"
          name="technique"
          emptyLabel="Not said"
          defaultValue={picture.technique ?? ''}
          options={techniques.map((value) => ({ value, label: techniqueTitle(value) }))}
          error={problems.technique}
        />
        <SelectField
          label="Hair"
          name="texture"
          emptyLabel="Not said"
          hint="Clients see your pictures on hair like theirs."
          defaultValue={picture.texture ?? ''}
          options={textures.map((value) => ({ value, label: textureNames[value] }))}
          error={problems.texture}
        />
        {count > 1 && (
          <SelectField
            label="Place"
            name="position"
            defaultValue={String(position)}
            options={positions}
            error={problems.position}
          />
        )}
        <UnsavedFields isKept name={`picture ${id}`} />
        <FormMessage>{failure}</FormMessage>
        <div className={styles.formEnd}>
          <Button look="secondary" disabled={change.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isPending} busyText="Saving...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
