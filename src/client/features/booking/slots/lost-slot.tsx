import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ReactNode } from 'react';
import type { Choices } from '#client/features/booking/choose/choices.ts';
import { BookedByYou } from '#client/features/booking/confirm/booked-by-you.tsx';
import { ownBookingAt } from '#client/features/booking/confirm/own-booking.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { FormMessage } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

interface LostSlotProps {
  choices: Choices;
  /** Other times, where the screen does not show them. */
  children?: ReactNode;
}

/** Why a chosen time is not free: the client booked it, or somebody else did. A skeleton until that is known. */
export function LostSlot({ choices: { professionalId, slotStart }, children }: LostSlotProps) {
  const { client } = trpc.useUtils();
  const { hydrated, client_id: clientId } = useSession();
  const own = useQuery({
    queryKey: [...getQueryKey(trpc.bookings.ofClient), 'at', professionalId, slotStart],
    queryFn: async () => (await ownBookingAt(client, clientId ?? '', professionalId, slotStart)) ?? null,
    enabled: clientId !== null,
    staleTime: 0,
  });
  if (!hydrated || own.isLoading) return <Skeleton height="48px" />;
  if (own.data) return <BookedByYou id={own.data.id} />;
  return (
    <FormMessage tone="wait">
      <p>{own.error ? "That time isn't free." : 'That time is no longer available.'} Please choose another one.</p>
      {children}
    </FormMessage>
  );
}
