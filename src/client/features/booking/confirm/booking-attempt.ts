import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { statusOf } from '#client/lib/errors.ts';
import { storedInEntry, storeInEntry } from '#client/lib/history-entry.ts';
import { newKey } from '#client/lib/new-key.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { Booking, BookingInput } from '#shared/bookings.ts';
import { ownBookingAt } from './own-booking.ts';

export interface Refusal {
  error: unknown;
  /**
   * The client's own active booking of the same time, if any: made in another tab, or by a request whose answer was
   * lost.
   */
  own?: Booking;
}

/**
 * Sends a booking. A second press, a reload during the request and a return to the entry repeat the same one, by the
 * idempotency key in the history entry; choosing another time drops the key.
 */
export function useBookingAttempt({
  onBooked,
  onRefused,
}: {
  onBooked: (id: string) => void;
  onRefused: (refusal: Refusal) => void;
}) {
  const { client } = trpc.useUtils();
  const clientId = useSession((session) => session.client_id);
  const isSending = useRef(false);

  const { mutate, isIdle, isPending, isSuccess, error, reset } = useMutation<
    Booking,
    Refusal,
    { input: BookingInput; key: string }
  >({
    networkMode: 'always',
    mutationFn: async ({ input, key }) => {
      try {
        const made = await client.bookings.create.mutate(input, { context: { idempotencyKey: key } });
        bookingsChanged();
        return made;
      } catch (error) {
        const mayBeOurs = [409, 422].includes(statusOf(error) ?? 0) && clientId !== null;
        throw { error, own: mayBeOurs ? await ownBooking(input).catch(() => undefined) : undefined } satisfies Refusal;
      }
    },
    onSettled: () => {
      isSending.current = false;
    },
  });

  function ownBooking({ professional_id = '', start_time }: BookingInput) {
    return ownBookingAt(client, clientId ?? '', professional_id, start_time);
  }

  return {
    /** Nothing was sent yet, or what was refused is past. */
    isIdle,
    /** Until the page of the booking is there: its code may come later. */
    isBusy: isPending || isSuccess,
    refusal: error,
    reset,
    send(input: BookingInput) {
      if (isSending.current) return;
      isSending.current = true;
      const { idempotencyKey } = storedInEntry();
      const key = typeof idempotencyKey === 'string' ? idempotencyKey : newKey();
      storeInEntry({ idempotencyKey: key });
      // Callbacks of `mutate` do not run after unmounting: a user who has left the screen is not navigated back.
      mutate({ input, key }, { onSuccess: ({ id }) => onBooked(id), onError: onRefused });
    },
  };
}
