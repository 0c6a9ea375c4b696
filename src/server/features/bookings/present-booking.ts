import type { Booking } from '#shared/bookings.ts';
import type { BookingStatus } from '#shared/constants.ts';
import type { Actor } from '#shared/rules/booking-status.ts';
import { toDollars } from '#shared/rules/price.ts';
import type { Segments } from './segments.ts';

/** A booking with what its answer tells of the others. Instants are ISO text, money is whole cents. */
export type BookingRow = {
  id: string;
  status: BookingStatus;
  start_time: string;
  end_time: string;
  created_at: string;
  expires_at: string;
  total_price_cents: number;
  notes: string | null;
  cancelled_by: Actor | null;
  cancel_reason: string | null;
  segments: Segments;
  /** In the order in which they were chosen. */
  services: { id: string; name: string; price_cents: number; service_duration_minutes: number }[];
  professional_id: string;
  display_name: string;
  location: string;
  time_zone: string;
  client_id: string;
  first_name: string;
  last_name: string;
};

function presentSegments({ segments, start_time, end_time }: BookingRow): Booking['segments'] {
  if (segments === null) return [{ start_time, end_time }];
  const iso = (ms: number) => new Date(ms).toISOString();
  return segments.map(([start, end]) => ({ start_time: iso(start), end_time: iso(end) }));
}

/** The one form of a booking in answers, whether it was just made or read. */
export function presentBooking(row: BookingRow): Booking {
  const services = row.services.map(({ id, name, price_cents, service_duration_minutes }) => ({
    id,
    name,
    price: toDollars(price_cents),
    service_duration_minutes,
  }));
  const [first] = services;
  if (!first) throw new Error('a booking has no services');
  return {
    id: row.id,
    status: row.status,
    start_time: row.start_time,
    end_time: row.end_time,
    segments: presentSegments(row),
    created_at: row.created_at,
    ...(row.status === 'pending' ? { expires_at: row.expires_at } : {}),
    total_price: toDollars(row.total_price_cents),
    notes: row.notes,
    ...(row.cancelled_by === null ? {} : { cancelled_by: row.cancelled_by }),
    ...(row.cancel_reason === null ? {} : { cancel_reason: row.cancel_reason }),
    service: { id: first.id, name: first.name },
    services,
    professional: {
      id: row.professional_id,
      display_name: row.display_name,
      location: row.location,
      time_zone: row.time_zone,
    },
    client: { id: row.client_id, first_name: row.first_name, last_name: row.last_name },
  };
}
