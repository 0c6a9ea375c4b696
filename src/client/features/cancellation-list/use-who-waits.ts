import { getQueryKey } from '@trpc/react-query';
import { saveErrorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { allPages, usePages } from '#client/lib/use-pages.ts';
import { notify } from '#client/ui/notify.ts';
import { useShortMoment } from '#client/ui/use-moment.ts';
import type { WaitingEntry } from '#shared/cancellation-list.ts';
import { dayKey, formatSlotTime } from '#shared/time.ts';
import { nameOf } from './wanted-times.ts';

/**
 * A time of the list with its words: held while somebody decides (`Offered to Zuri Smith until 2:36 PM`), or still free
 * until the morning (`Offered from 8:00 AM`).
 */
export interface HeldTime {
  id: string;
  start_time: string;
  end_time: string;
  name: string;
  text: string;
  isHeld: boolean;
}

/** Everybody who waits for a time with the professional, in the order in which they are asked. */
export function useWhoWaits() {
  const { client } = trpc.useUtils();
  return usePages<WaitingEntry>({
    queryKey: getQueryKey(trpc.cancellationList.ofProfessional, {}, 'infinite'),
    load: (page) => client.cancellationList.ofProfessional.query(page),
    shown: allPages,
    failedText: 'Failed to load who waits.',
    staleTime: 0,
  });
}

/** The times that are offered, or will be; until when says its day where that is another one. */
export function useHeldTimes(zone: string): HeldTime[] {
  const { items } = useWhoWaits();
  const moment = useShortMoment(zone);
  return items.flatMap((entry): HeldTime[] => {
    const { opening, next_opening: next } = entry;
    const name = nameOf(entry);
    if (next) {
      const text = `Offered from ${formatSlotTime(Date.parse(next.offered_from), zone)}`;
      return [{ id: entry.id, start_time: next.start_time, end_time: next.end_time, name, text, isHeld: false }];
    }
    if (opening?.status !== 'offered') return [];
    const until = Date.parse(opening.expires_at);
    const isSameDay = dayKey(until, zone) === dayKey(Date.parse(opening.start_time), zone);
    const text = `Offered to ${name} until ${isSameDay ? formatSlotTime(until, zone) : moment(until)}`;
    return [{ id: opening.id, start_time: opening.start_time, end_time: opening.end_time, name, text, isHeld: true }];
  });
}

/** Takes an offer back, so that its time is free again. */
export function useWithdrawing() {
  const { cancellationList, availability } = trpc.useUtils();
  const call = trpc.openings.withdraw.useMutation();

  async function withdraw(id: string) {
    try {
      await call.mutateAsync({ id });
      notify.success('The time is free again.');
    } catch (error) {
      notify.error(saveErrorText(error));
    }
    await Promise.all([cancellationList.invalidate(), availability.invalidate()]);
  }
  return { withdraw, isBusy: call.isPending };
}
