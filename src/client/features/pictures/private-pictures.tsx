import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '#client/lib/session.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import styles from './private-pictures.module.css';

interface OnePicture {
  id: string;
  width: number;
  height: number;
}

interface PrivatePicturesProps {
  /** Of the call that answers them: `/threads/{id}/pictures`. */
  address: string;
  pictures: readonly OnePicture[];
  /** Whose they are: `Picture from Zuri`. */
  alt: string;
}

/** Pictures that not everybody may see, which open large. */
export function PrivatePictures({ address, pictures, alt }: PrivatePicturesProps) {
  const [open, setOpen] = useState<OnePicture>();
  const nameOf = (index: number) => (pictures.length > 1 ? `${alt}, ${index + 1} of ${pictures.length}` : alt);
  return (
    <div className={styles.pictures} data-pictures>
      {pictures.map((picture, index) => (
        <button
          key={picture.id}
          type="button"
          className={styles.picture}
          aria-haspopup="dialog"
          onClick={() => setOpen(picture)}
        >
          <PrivatePicture address={address} picture={picture} size="small" alt={nameOf(index)} />
        </button>
      ))}
      {open && (
        <Dialog sheet close={() => setOpen(undefined)} title={nameOf(pictures.indexOf(open))}>
          <PrivatePicture address={address} picture={open} size="large" alt={nameOf(pictures.indexOf(open))} />
        </Dialog>
      )}
    </div>
  );
}

type PrivatePictureProps = Pick<PrivatePicturesProps, 'address' | 'alt'> & {
  picture: OnePicture;
  size: 'small' | 'large';
};

/** A picture that not everybody gets: asked for with the session, and shown as a blob. */
export function PrivatePicture({ address, picture: { id, width, height }, size, alt }: PrivatePictureProps) {
  const token = useSession((session) => session.token);
  const { data: blob, error } = useQuery({
    queryKey: ['private picture', address, id, size],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: token !== null,
    queryFn: async ({ signal }) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${address}/${id}?size=${size}`, { headers, signal });
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
