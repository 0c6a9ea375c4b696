import { useState } from 'react';
import { saveErrorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { useShortMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { ListEntry } from '#shared/cancellation-list.ts';
import { namesOf } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './cancellation-list.module.css';
import { windowText } from './wanted-times.ts';

export const live = { status: ['waiting' as const, 'paused' as const] };

/** What the client waits for, under their bookings; nothing where they wait for nothing. */
export function OwnLists() {
  // What is offered, and whether it still is, the server says.
  const {
    data: entries,
    error,
    refetch,
  } = trpc.cancellationList.mine.useQuery(live, {
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.some(({ opening }) => opening) && 30_000,
  });
  if (error && !entries) return <Failure text="Failed to load your lists." retry={refetch} />;
  if (!entries || entries.length === 0) return null;
  return (
    <section className={styles.lists} aria-labelledby="waiting-for" data-held="always">
      <h2 id="waiting-for">Waiting for</h2>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry }: { entry: ListEntry }) {
  const { id, professional, services, windows, opening, status, booking_id, note } = entry;
  const zone = professional.time_zone;
  const moment = useShortMoment(zone);
  const utils = trpc.useUtils();
  const leave = trpc.cancellationList.leave.useMutation();
  const resume = trpc.cancellationList.resume.useMutation();
  const [problem, setProblem] = useState<string>();
  const isBusy = leave.isPending || resume.isPending;
  const names = namesOf(services);

  async function change(call: () => Promise<unknown>, done: string) {
    setProblem(undefined);
    try {
      await call();
      await utils.cancellationList.invalidate();
      notify.success(done);
    } catch (error) {
      setProblem(saveErrorText(error));
    }
  }
  return (
    <Card padded>
      <div className={styles.entry}>
        <h3>
          {booking_id ? 'Earlier: ' : ''}
          {names}
        </h3>
        {status === 'paused' && <Badge tone="wait">Paused</Badge>}
        <p className="soft">
          with <bdi>{professional.display_name}</bdi>
        </p>
        <p>
          <WholeTimes text={windows.map((window) => windowText(window, zone)).join('; ')} />
        </p>
        {note && <p className="soft">{note}</p>}
        {opening && (
          <ButtonLink to={pagePath('opening', { openingId: opening.id })}>
            <span>
              <WholeTimes text={`See the offer: ${moment(Date.parse(opening.start_time))}`} />
            </span>
          </ButtonLink>
        )}
        {status === 'paused' && (
          <>
            <p className="soft">Three offers went unanswered. You keep your place.</p>
            <Button
              look="secondary"
              disabled={isBusy}
              aria-label={`Resume waiting for ${names}`}
              onClick={() => void change(() => resume.mutateAsync({ id }), "You're back on the list.")}
            >
              Resume waiting
            </Button>
          </>
        )}
        <FormMessage>{problem}</FormMessage>
        <Button
          look="quiet"
          disabled={isBusy}
          aria-label={`Leave the list: ${names}`}
          onClick={() => void change(() => leave.mutateAsync({ id }), 'You left the list.')}
        >
          Leave the list
        </Button>
      </div>
    </Card>
  );
}
