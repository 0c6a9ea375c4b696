import { useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { availabilityErrorText } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import type { Availability } from '#shared/availability.ts';
import { delays, MINUTE, windowBounds } from '#shared/constants.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { gridAfter } from '#shared/rules/slots.ts';

/** Deletes without a question; a toast offers to undo (contract 7). */
export function useRemoval(profile: OwnProfessional, removed: () => void) {
  const { client, availability } = trpc.useUtils();
  const [removing, setRemoving] = useState<string>();

  // The toast may outlive the panel, so this sets no state.
  async function putBack(window: Availability) {
    const again = restored(window, profile.slot_interval_minutes, Date.now());
    if (!again) return notify.error('Too little of this window is left to put it back.');
    try {
      await client.availability.create.mutate(again);
      notify.success('Availability restored.');
    } catch (error) {
      notify.failure(error, availabilityErrorText(error));
    }
    await availability.invalidate();
  }

  async function remove(window: Availability) {
    setRemoving(window.id);
    try {
      await client.availability.delete.mutate({ id: window.id });
      notify.info('Availability deleted.', {
        duration: delays.undo,
        action: { label: 'Undo', onClick: () => void putBack(window) },
      });
      await availability.invalidate();
      removed();
    } catch (error) {
      notify.failure(error, errorText(error, 'Failed to delete availability.'));
      await availability.invalidate();
    }
    setRemoving(undefined);
  }

  return { removing, remove };
}

/**
 * The window to create again at `now` (epoch milliseconds), from the next slot start if it has begun; undefined if too
 * little of it is left.
 */
function restored({ start_time, end_time }: Omit<Availability, 'id'>, slotIntervalMinutes: number, now: number) {
  const span = { start: Date.parse(start_time), end: Date.parse(end_time) };
  const start = span.start > now ? span.start : gridAfter(span, slotIntervalMinutes, now);
  if (span.end - start < windowBounds.minMinutes * MINUTE) return undefined;
  return { start_time: new Date(start).toISOString(), end_time };
}
