import { Suspense, useRef, useState } from 'react';
import { saveErrorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { notify } from '#client/ui/notify.ts';
import { Awaited } from '#client/ui/skeleton.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import { useShortMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { ListEntry } from '#shared/cancellation-list.ts';
import { addDays } from '#shared/days.ts';
import { namesOf } from '#shared/isolated.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { formatLongDate, formatSlotTime } from '#shared/time.ts';
import styles from './cancellation-list.module.css';
import { useWhoWaits, useWithdrawing } from './use-who-waits.ts';
import { nameOf, windowText } from './wanted-times.ts';

const loadSheet = () => import('./offer-sheet.tsx');
const OfferSheet = lazyPart(async () => (await loadSheet()).OfferSheet);

interface WhoWaitsProps {
  zone: string;
  /** Of those who wait for this day alone, `2026-11-26`. */
  day?: string;
}

/** Who waits for a time with the professional, in the order in which they are asked; nothing where nobody does. */
export function WhoWaits({ zone, day }: WhoWaitsProps) {
  const { items, isPending } = useWhoWaits();
  const moment = useShortMoment(zone);
  const [offering, setOffering] = useState<ListEntry>();
  const [unfolded, setUnfolded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [from, to] = day ? [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)] : [-Infinity, Infinity];
  const entries = items.filter(({ windows }) =>
    windows.some(({ start, end }) => Date.parse(start) < to && Date.parse(end) > from),
  );
  const isNarrow = useMedia('(max-width: 767px)');
  if (entries.length === 0) return isPending && <Awaited />;
  // Somebody may wait more than once.
  const title = `Waiting for ${day ? formatLongDate(from, zone).split(',')[0] : 'a time'}: ${entries.length}`;
  // Of the whole day a phone shows the line alone.
  const isFolded = isNarrow && day === undefined;

  function unfold() {
    // The pressed button vanishes with the focus.
    heading.current?.focus({ preventScroll: true });
    setUnfolded(true);
  }
  const shown = unfolded ? entries : entries.slice(0, isFolded ? 0 : 3);
  return (
    <section className={styles.lists} aria-labelledby="who-waits" data-held="always">
      <div className={styles.head}>
        <h2 id="who-waits" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {isFolded && !unfolded && (
          <Button look="quiet" aria-describedby="who-waits" onClick={unfold}>
            Show
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <ul className={styles.waiting}>
          {shown.map((entry) => (
            <li key={entry.id}>
              <div>
                <p>
                  <strong>{nameOf(entry)}</strong>, {namesOf(entry.services)}
                </p>
                <p className="soft">
                  {entry.booking_id ? 'Wants an earlier time: ' : ''}
                  <WholeTimes text={entry.windows.map((window) => windowText(window, zone)).join('; ')} />
                </p>
                {entry.note && <p className="soft">{entry.note}</p>}
                {entry.opening && (
                  <p>
                    <WholeTimes
                      text={`Offered ${moment(Date.parse(entry.opening.start_time))}, until ${moment(Date.parse(entry.opening.expires_at))}`}
                    />
                  </p>
                )}
                {entry.next_opening && (
                  <p>
                    <WholeTimes
                      text={`${moment(Date.parse(entry.next_opening.start_time))}. Offered from ${formatSlotTime(Date.parse(entry.next_opening.offered_from), zone)}`}
                    />
                  </p>
                )}
                {entry.status === 'paused' && <p className="soft">Paused: three offers went unanswered.</p>}
              </div>
              <EntryButtons entry={entry} offer={() => setOffering(entry)} />
            </li>
          ))}
        </ul>
      )}
      {!isFolded && entries.length > shown.length && (
        <Button look="quiet" onClick={unfold}>
          Show all {entries.length}
        </Button>
      )}
      {offering && (
        <ErrorFence>
          <Suspense>
            <OfferSheet entry={offering} zone={zone} day={day} close={() => setOffering(undefined)} />
          </Suspense>
        </ErrorFence>
      )}
    </section>
  );
}

function EntryButtons({ entry, offer }: { entry: ListEntry; offer: () => void }) {
  const utils = trpc.useUtils();
  const leave = trpc.cancellationList.leave.useMutation();
  const { withdraw, isBusy: isWithdrawing } = useWithdrawing();
  const isBusy = leave.isPending || isWithdrawing;
  const name = nameOf(entry);

  async function remove() {
    try {
      await leave.mutateAsync({ id: entry.id });
      notify.success(`We'll let ${name} know.`);
    } catch (error) {
      notify.error(saveErrorText(error));
    }
    await utils.cancellationList.invalidate();
  }
  const { opening } = entry;
  return (
    <div className={styles.buttons}>
      {opening ? (
        <Button
          look="secondary"
          disabled={isBusy}
          aria-label={`Withdraw the offer to ${name}`}
          onClick={() => void withdraw(opening.id)}
        >
          Withdraw
        </Button>
      ) : (
        <Button
          look="secondary"
          disabled={isBusy}
          aria-label={`Offer a time to ${name}`}
          onPointerEnter={() => void loadSheet()}
          onClick={offer}
        >
          Offer a time
        </Button>
      )}
      <Button look="quiet" disabled={isBusy} aria-label={`Remove ${name} from the list`} onClick={() => void remove()}>
        Remove
      </Button>
    </div>
  );
}
