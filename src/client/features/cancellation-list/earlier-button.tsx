import { useState } from 'react';
import { answerOf, saveErrorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import type { Booking } from '#shared/bookings.ts';
import { isolated } from '#shared/isolated.ts';
import { FreeNow } from './free-now.tsx';

interface EarlierButtonProps {
  booking: Booking;
  /** Epoch milliseconds. */
  now: number;
  look?: 'secondary' | 'quiet';
}

const live = { status: ['waiting' as const, 'paused' as const] };

export const earlierSaid = (name: string) =>
  `We'll let you know when ${isolated(name)} has an earlier time. Your booking stays until then.`;

/** `entry` of a booking that is to be earlier, null for none; undefined until it is known. */
export function useEarlierEntry(bookingId: string, enabled: boolean) {
  const { data, isLoading } = trpc.cancellationList.mine.useQuery(live, { enabled });
  return { entry: data && (data.find((one) => one.booking_id === bookingId) ?? null), isLoading };
}

/** Waits for an earlier time of a booking ahead, which stays until it moves, or says that it is waited for. */
export function EarlierButton({ booking, now, look = 'secondary' }: EarlierButtonProps) {
  const { id, professional, status, start_time } = booking;
  const isAhead = (status === 'pending' || status === 'confirmed') && Date.parse(start_time) > now;
  const { entry, isLoading } = useEarlierEntry(id, isAhead);
  const { data: profile, isLoading: isProfileLoading } = trpc.professionals.byId.useQuery(
    { id: professional.id },
    { enabled: isAhead, staleTime: 300_000 },
  );
  const utils = trpc.useUtils();
  const join = trpc.cancellationList.join.useMutation();
  const leave = trpc.cancellationList.leave.useMutation();
  const [problem, setProblem] = useState<string>();
  const [hasFree, setHasFree] = useState(false);
  if (isLoading || isProfileLoading) return <SkeletonBlock width="6rem" height="44px" />;
  if (!isAhead || !profile?.cancellation_list || entry === undefined) return null;

  async function change() {
    setProblem(undefined);
    setHasFree(false);
    try {
      if (entry) await leave.mutateAsync({ id: entry.id });
      else await join.mutateAsync({ booking_id: id });
      await utils.cancellationList.invalidate();
      notify.success(entry ? "You're no longer waiting for an earlier time." : earlierSaid(professional.display_name));
    } catch (error) {
      if (answerOf(error)?.reason === 'free_now') setHasFree(true);
      else setProblem(saveErrorText(error));
    }
  }
  return (
    <>
      <Button look={look} busy={join.isPending || leave.isPending} busyText="Saving..." onClick={() => void change()}>
        {entry ? 'Stop waiting for earlier' : 'Earlier? Tell me if a time opens'}
      </Button>
      <FormMessage>{problem}</FormMessage>
      {hasFree && <FreeNow professional={profile} visit={{ booking }} windows={undefined} />}
    </>
  );
}
