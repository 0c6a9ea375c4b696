import { isRecord } from '#client/lib/is-record.ts';
import { comingKey, quietly, sessionKey } from '#client/lib/stored-keys.ts';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { namesOf } from '#shared/isolated.ts';
import { personName } from '#shared/person-name.ts';

/** All that the browser keeps of a booking (contract 10). */
export type Coming = { start: string; zone: string; service: string; place: string; name: string };

/** `at`: when the server said so, epoch milliseconds. */
export type StoredComing = { at: number; bookings: Coming[] };

export function comingOf(booking: Booking, role: Role | null): Coming {
  const { start_time, services, professional } = booking;
  return {
    start: start_time,
    zone: professional.time_zone,
    service: namesOf(services),
    place: professional.location,
    name: role === 'client' ? professional.display_name : personName(booking),
  };
}

/** Only while somebody is logged in, as another tab may just have logged out. */
export function storeComing(stored: StoredComing): void {
  quietly(() => {
    if (localStorage.getItem(sessionKey) !== null) localStorage.setItem(comingKey, JSON.stringify(stored));
  });
}

export function storedComing(): StoredComing | undefined {
  const stored: unknown = quietly(() => JSON.parse(localStorage.getItem(comingKey) ?? 'null'));
  if (!isRecord(stored) || typeof stored.at !== 'number' || !Array.isArray(stored.bookings)) return undefined;
  return stored as StoredComing;
}
