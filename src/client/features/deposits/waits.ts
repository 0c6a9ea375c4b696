import { create } from 'zustand';
import { quietly, waitsKey } from '#client/lib/stored-keys.ts';
import type { Booking } from '#shared/bookings.ts';

/** So many are kept; a deposit is waited for some days at most. */
const kept = 100;

function stored(): string[] {
  const ids: unknown = quietly(() => JSON.parse(localStorage.getItem(waitsKey) ?? '[]'));
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** The bookings for whose deposits a professional chose to wait, in this browser, so that they are not asked again. */
export const useWaits = create((): { ids: readonly string[] } => ({ ids: stored() }));

export function waitForDeposit(id: string) {
  const ids = [id, ...useWaits.getState().ids].slice(0, kept);
  useWaits.setState({ ids });
  quietly(() => localStorage.setItem(waitsKey, JSON.stringify(ids)));
}

/** Whether its deposit is waited for: of a guest, whom they booked in themselves, it was they who asked for it. */
export function isWaitedFor(booking: Booking, waits: readonly string[]): boolean {
  return isDepositDue(booking) && (booking.guest !== null || waits.includes(booking.id));
}

/** Whether confirming it would do without its deposit. */
export function isDepositDue({ deposit }: Booking): boolean {
  return deposit?.status === 'due';
}
