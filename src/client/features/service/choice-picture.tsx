import { useState } from 'react';
import { focusStyle } from '#client/features/pictures/focus-style.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Picture } from '#client/ui/picture.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { pagePath } from '#shared/pages.ts';
import type { ListedPicture } from '#shared/pictures.ts';
import styles from './grid-editor.module.css';
import type { Choice } from './grid-entry.ts';

interface ChoicePictureProps {
  /** Name of the choice. */
  of: string;
  picture: ListedPicture;
  onChange: (picked: Required<Pick<Choice, 'picture' | 'picture_id'>>) => void;
}

/** What a choice looks like: one of the professional's pictures of work. */
export function ChoicePicture({ of, picture, onChange }: ChoicePictureProps) {
  const [isOpen, setOpen] = useState(false);
  function choose(picked: Parameters<typeof onChange>[0]) {
    onChange(picked);
    setOpen(false);
  }
  const text = picture ? 'Change picture' : 'Add a picture';
  return (
    <>
      <Button look="secondary" aria-label={`${text} of ${of}`} onClick={() => setOpen(true)}>
        {picture && <Thumbnail picture={picture} width={32} />}
        {text}
      </Button>
      <Dialog open={isOpen} close={() => setOpen(false)} sheet title={`Picture of ${of}`}>
        <OwnPictures choose={choose} />
        {picture && (
          <Button look="quiet" onClick={() => choose({ picture: null, picture_id: null })}>
            No picture
          </Button>
        )}
      </Dialog>
    </>
  );
}

function OwnPictures({ choose }: { choose: ChoicePictureProps['onChange'] }) {
  const own = useSession((session) => session.professional_id) ?? '';
  const { data: pictures, error, refetch } = trpc.pictures.ofProfessional.useQuery({ id: own });
  if (error && !pictures) return <Failure text="Failed to load your pictures." retry={refetch} />;
  if (!pictures) return <Skeleton height="96px" />;
  if (pictures.length === 0)
    return (
      <p>
        No pictures yet.{' '}
        <Link to={pagePath('ownPictures')} target="_blank">
          Add pictures of your work
        </Link>{' '}
        first (opens a new tab).
      </p>
    );
  return (
    <ul className={styles.pictures} aria-label="Pictures of your work">
      {pictures.map((one, n) => (
        <li key={one.id}>
          <button
            type="button"
            aria-label={`Choose picture ${n + 1}${one.alt && `: ${one.alt}`}`}
            onClick={() => choose({ picture: one, picture_id: one.id })}
          >
            <Thumbnail picture={one} width={96} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Beside words that say what it is. */
function Thumbnail({ picture, width }: { picture: NonNullable<ListedPicture>; width: number }) {
  return (
    <Picture
      src={picture.url}
      alt=""
      width={width}
      height={width}
      loading="lazy"
      className={styles.thumbnail}
      style={focusStyle(picture.focus)}
    />
  );
}
