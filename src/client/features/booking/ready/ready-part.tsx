import { useState } from 'react';
import { saveErrorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import type { Booking } from '#shared/bookings.ts';
import { DAY, type Role, serviceBounds } from '#shared/constants.ts';
import { AddExtras } from './add-extras.tsx';
import styles from './ready-part.module.css';

/** So long before the start the extras of what is not ready are offered. */
const offeredWithin = 3 * DAY;

interface ReadyPartProps {
  booking: Booking;
  role: Role | null;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * What is to be done before a visit that is ahead: its client ticks it, its professional sees who does what. Both add
 * extras of what is booked.
 */
export function ReadyPart({ booking, role, now }: ReadyPartProps) {
  const { id, status, start_time, prepare = [], professional, services } = booking;
  const start = Date.parse(start_time);
  const isAhead = (status === 'pending' || status === 'confirmed') && start > now;
  const isSide = isAhead && (role === 'client' || role === 'professional');
  const menu = trpc.services.ofProfessional.useQuery(
    { id: professional.id, limit: serviceBounds.limit },
    { enabled: isSide },
  );
  const utils = trpc.useUtils();
  const save = trpc.bookings.getReady.useMutation();
  // The extra that is wanted, empty while none is.
  const [adding, setAdding] = useState<string>();
  if (!isSide) return null;
  if (menu.isLoading) return <SkeletonBlock width="6rem" height="44px" />;

  const isClient = role === 'client';
  const ready = prepare.filter((item) => item.ready).map((item) => item.id);
  const booked = services.flatMap(({ options }) => options.map((option) => option.id));
  const extras = (menu.data ?? [])
    .filter((service) => services.some((one) => one.id === service.id))
    .flatMap((service) => service.extras.filter((extra) => !booked.includes(extra.id)));
  const isOffered = (extraId: string | null) =>
    isClient && start - now <= offeredWithin && extras.some((extra) => extra.id === extraId);

  async function tick(item: string, on: boolean) {
    const next = on ? [...ready, item] : ready.filter((one) => one !== item);
    // Shown at once, and as it is where it could not be saved.
    utils.bookings.byId.setData(
      { id },
      { ...booking, prepare: prepare.map((one) => (one.id === item ? { ...one, ready: on } : one)) },
    );
    try {
      await save.mutateAsync({ id, ready: next });
    } catch {
      await utils.bookings.byId.invalidate({ id });
    }
  }
  return (
    <>
      {prepare.length > 0 && (
        <section aria-labelledby="ready" className={styles.ready}>
          <h2 id="ready">Ready for the visit</h2>
          <ul>
            {prepare.map(({ id: item, text, by, ready: isReady, extra_id }) => (
              <li key={item} className={styles.item}>
                {isClient && by === 'client' ? (
                  <Checkbox
                    label={<bdi>{text}</bdi>}
                    checked={isReady}
                    onChange={({ target }) => void tick(item, target.checked)}
                  />
                ) : (
                  <p>
                    <bdi>{text}</bdi>: {by === 'professional' ? doneBy(booking, isClient) : stateOf(isReady)}
                  </p>
                )}
                {by === 'client' && !isReady && isOffered(extra_id) && (
                  <Button look="quiet" onClick={() => setAdding(extra_id ?? '')}>
                    Do it for me
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <FormMessage>{save.error && saveErrorText(save.error)}</FormMessage>
        </section>
      )}
      {extras.length > 0 && (
        <Button look="secondary" onClick={() => setAdding('')}>
          Add an extra
        </Button>
      )}
      {adding !== undefined && (
        <AddExtras
          booking={booking}
          extras={extras}
          first={adding}
          isClient={isClient}
          close={() => setAdding(undefined)}
        />
      )}
    </>
  );
}

const stateOf = (isReady: boolean) => (isReady ? 'ready' : 'not ready yet');

function doneBy({ professional }: Booking, isClient: boolean): string {
  return isClient ? `${professional.display_name} does it` : 'you do it';
}
