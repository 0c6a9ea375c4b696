import { sql } from 'kysely';
import type { ReviewState } from '#shared/rules/rating.ts';

/** What besides its own columns decides whether the client of a row of `bookings` can review it. */
export const reviewState = sql<ReviewState | null>`case when bookings.status = 'completed'
  and bookings.client_id is not null
  and exists (select from professionals there where there.id = bookings.professional_id and there.user_id is not null)
  then json_build_object(
    'is_booked', not bookings.written_in or exists (
      select from bookings own
      where own.client_id = bookings.client_id and own.professional_id = bookings.professional_id
        and own.status = 'completed' and not own.written_in and not own.no_show),
    'review', (
      select case when r.hidden_at is null then 'shown' else 'hidden' end from reviews r
      where r.professional_id = bookings.professional_id and r.booking_id = bookings.id)) end`;
