import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { saveErrorText } from '#client/lib/errors.ts';
import { useNow } from '#client/lib/now.ts';
import { loginAddress } from '#client/lib/safe-next.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { notify } from '#client/ui/notify.ts';
import type { Profile } from '#shared/professionals.ts';
import { formatMonth, formatShortMoment } from '#shared/time.ts';
import styles from './books-open.module.css';

const label = 'Remind me';

/** When the next month can be booked, of a professional who opens one at a time; clients can be told then. */
export function BooksOpen({ professional }: { professional: Profile }) {
  const { id, books_open, time_zone } = professional;
  return books_open && <NextOpening id={id} zone={time_zone} {...books_open.next} />;
}

type NextOpeningProps = { id: string; zone: string } & NonNullable<Profile['books_open']>['next'];

function NextOpening({ id, zone, opens_at, month }: NextOpeningProps) {
  useTimesOnceOpen(id, opens_at);
  return (
    <div className={styles.open}>
      <p>
        {formatMonth(month)} opens on {formatShortMoment(Date.parse(opens_at), zone)}
      </p>
      <RemindMe professionalId={id} />
    </div>
  );
}

/** Whoever waits on an open page sees the new times when they open; asks until the answer names the next opening. */
function useTimesOnceOpen(id: string, opensAt: string) {
  const { professionals, availability } = trpc.useUtils();
  const now = useNow();
  useEffect(() => {
    if (now >= Date.parse(opensAt))
      void Promise.all([professionals.byId.invalidate({ id }), availability.invalidate()]);
  }, [now, opensAt, id, professionals, availability]);
}

function RemindMe({ professionalId }: { professionalId: string }) {
  const role = useSession((session) => (session.hydrated ? session.role : null));
  const location = useLocation();
  if (role === 'client') return <Reminder professionalId={professionalId} />;
  if (role !== null) return null;
  return (
    <ButtonLink look="quiet" data-scripted to={loginAddress(location)}>
      {label}
    </ButtonLink>
  );
}

function Reminder({ professionalId: id }: { professionalId: string }) {
  const { client, booksReminders } = trpc.useUtils();
  const { data } = trpc.booksReminders.mine.useQuery({ id });
  const [isBusy, setBusy] = useState(false);
  const isWaiting = data?.waiting ?? false;

  async function press() {
    setBusy(true);
    try {
      await client.booksReminders[isWaiting ? 'remove' : 'add'].mutate({ id });
      booksReminders.mine.setData({ id }, { waiting: !isWaiting });
      notify.success(isWaiting ? "We won't remind you." : "We'll tell you when it opens.");
    } catch (error) {
      notify.failure(error, saveErrorText(error));
    }
    setBusy(false);
  }
  return (
    <Button look="quiet" busy={isBusy} onClick={() => void press()}>
      {isWaiting ? "Don't remind me" : label}
    </Button>
  );
}
