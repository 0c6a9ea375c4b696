import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '#client/lib/session.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import type { SentPicture } from '#shared/threads.ts';
import styles from './messages.module.css';

interface SentPicturesProps {
  threadId: string;
  pictures: readonly SentPicture[];
  /** Whose they are: `Picture from Zuri`. */
  alt: string;
}

/** Pictures of a message, which open large. */
export function SentPictures({ threadId, pictures, alt }: SentPicturesProps) {
  const [open, setOpen] = useState<SentPicture>();
  const nameOf = (index: number) => (pictures.length > 1 ? `${alt}, ${index + 1} of ${pictures.length}` : alt);
  return (
    <div className={styles.pictures}>
      {pictures.map((picture, index) => (
        <button
          key={picture.id}
          type="button"
          className={styles.picture}
          aria-haspopup="dialog"
          onClick={() => setOpen(picture)}
        >
          <PrivatePicture threadId={threadId} picture={picture} size="small" alt={nameOf(index)} />
        </button>
      ))}
      {open && (
        <Dialog open sheet onOpenChange={() => setOpen(undefined)} title={nameOf(pictures.indexOf(open))}>
          <PrivatePicture threadId={threadId} picture={open} size="large" alt={nameOf(pictures.indexOf(open))} />
        </Dialog>
      )}
    </div>
  );
}

type PrivatePictureProps = Pick<SentPicturesProps, 'threadId' | 'alt'> & {
  picture: SentPicture;
  size: 'small' | 'large';
};

/** A picture that only the two sides get: asked for with the session, and shown as a blob. */
export function PrivatePicture({ threadId, picture: { id, width, height }, size, alt }: PrivatePictureProps) {
  const token = useSession((session) => session.token);
  const { data: blob, error } = useQuery({
    queryKey: ['message picture', threadId, id, size],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== null,
    queryFn: async ({ signal }) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`/threads/${threadId}/pictures/${id}?size=${size}`, { headers, signal });
      if (!response.ok) throw new Error(`The picture was answered with ${response.status}`);
      return response.blob();
    },
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  const shape = { aspectRatio: `${width} / ${height}` };
  if (error) return <span className={styles.missing}>{alt} couldn't be loaded.</span>;
  return url ? (
    <img className={styles.image} src={url} alt={alt} width={width} height={height} style={shape} />
  ) : (
    <span className={styles.image} style={shape} role="img" aria-label={alt} />
  );
}
