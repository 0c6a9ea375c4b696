import { useState } from 'react';
import { useLocation } from 'react-router';
import { saveErrorText } from '#client/lib/errors.ts';
import { loginAddress } from '#client/lib/safe-next.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { notify } from '#client/ui/notify.ts';
import { favouriteBounds } from '#shared/constants.ts';
import styles from './favourites.module.css';

/** Input of the list that both the heart and the client's page read. */
export const allFavourites = { limit: favouriteBounds.most };

/** A heart: a client's says and changes whether somebody is a favourite, a visitor's leads to the login first. */
export function FavouriteButton({ professionalId }: { professionalId: string }) {
  const role = useSession((session) => (session.hydrated ? session.role : null));
  const location = useLocation();
  if (role === 'client') return <Heart professionalId={professionalId} />;
  if (role !== null) return null;
  return (
    <ButtonLink look="quiet" data-scripted to={loginAddress(location)}>
      <Label />
    </ButtonLink>
  );
}

function Heart({ professionalId }: { professionalId: string }) {
  const utils = trpc.useUtils();
  const { data } = trpc.favourites.list.useQuery(allFavourites);
  // What was pressed counts until the list has it.
  const [pressed, setPressed] = useState<boolean>();
  const isOne = pressed ?? data?.some(({ id }) => id === professionalId) ?? false;

  async function press() {
    const { add, remove } = utils.client.favourites;
    setPressed(!isOne);
    try {
      await (isOne ? remove : add).mutate({ professional_id: professionalId });
      await utils.favourites.list.invalidate();
    } catch (error) {
      notify.failure(error, saveErrorText(error));
    }
    setPressed(undefined);
  }
  return (
    <Button look="quiet" aria-pressed={isOne} onClick={() => void press()}>
      <Label />
    </Button>
  );
}

function Label() {
  return (
    <>
      <HeartShape /> <span className="unseen-on-phone">Favourite</span>
    </>
  );
}

function HeartShape() {
  return (
    <svg className={styles.heart} width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 20.5C5 15.5 2.8 12 2.8 8.6a4.7 4.7 0 0 1 9.2-1.7 4.7 4.7 0 0 1 9.2 1.7c0 3.4-2.2 6.9-9.2 11.9z" />
    </svg>
  );
}
