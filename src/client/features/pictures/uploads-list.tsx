import { useMemo } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Picture } from '#client/ui/picture.tsx';
import styles from './own-pictures.module.css';
import { usePreviews } from './use-previews.ts';
import type { Upload } from './use-uploads.ts';

interface UploadsListProps {
  uploads: readonly Upload[];
  progress: { done: number; all: number } | undefined;
  again: (upload: Upload) => void;
  leaveOut: (upload: Upload) => void;
}

/** Pictures on their way, and those that failed, with the reason. */
export function UploadsList({ uploads, progress, again, leaveOut }: UploadsListProps) {
  const names = uploads.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same uploads have the same files
  const files = useMemo(() => uploads.map(({ file }) => file), [names]);
  const previews = usePreviews(files);
  return (
    <>
      {progress && (
        <div className={styles.progress}>
          <progress aria-label="Uploaded pictures" value={progress.done} max={progress.all} />
          <p role="status" className="figure">{`Uploading picture ${progress.done + 1} of ${progress.all}`}</p>
        </div>
      )}
      {uploads.length > 0 && (
        <ul className={styles.uploads} aria-label="Uploads in progress">
          {uploads.map((upload, index) => (
            <li key={upload.key} className={styles.upload} data-failed={upload.failure !== undefined || undefined}>
              <Picture src={previews[index]} alt="" width={64} height={64}>
                <span className={styles.blank} />
              </Picture>
              <div className={styles.uploadText}>
                <p className={styles.fileName}>{upload.file.name}</p>
                {upload.failure === undefined ? (
                  <p className="soft">On its way</p>
                ) : (
                  <p role="alert">{upload.failure}</p>
                )}
              </div>
              {upload.failure !== undefined && (
                <div className={styles.actions}>
                  <Button look="secondary" aria-label={`Try again: ${upload.file.name}`} onClick={() => again(upload)}>
                    Try again
                  </Button>
                  <Button look="quiet" aria-label={`Leave out: ${upload.file.name}`} onClick={() => leaveOut(upload)}>
                    Leave out
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
