import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { defaultTimeZone, MINUTE } from '#shared/constants.ts';
import { addDays, weekdayOf } from '#shared/days.ts';
import { dayKey, fromLocalInput, iso } from '#shared/time.ts';
import { clients } from './clients.ts';
import { menus } from './menus.ts';
import type { Cast } from './people.ts';
import { seeded } from './random.ts';

/** Whose insights have something to show. */
const busy = ['amara', 'dele'];
/** Days ago: from four months back until the appointments of the plan begin. */
const days = { first: 120, last: 24 };
const sources = ['instagram', 'qr', null, 'instagram', 'tiktok', 'google', null, 'website'];
const times = ['09:30', '13:00', '16:00'];

/** Four months of completed visits of two professionals, as rows: nobody was told of them. */
export async function insertPastVisits(db: Db, cast: Cast, now: number): Promise<void> {
  const random = seeded(2026);
  const today = dayKey(now, defaultTimeZone);
  for (const [index, key] of busy.entries()) {
    // Nobody has two visits at once.
    const own = clients.filter((_, at) => at % busy.length === index);
    const professional_id = cast.callers.get(key)?.professional_id ?? '';
    const offered = (menus[key] ?? []).filter(({ minutes, paused, parts }) => !paused && !parts && minutes <= 180);
    for (let ago = days.first; ago >= days.last; ago--) {
      const date = addDays(today, -ago);
      // Closed on Sundays and Mondays, quiet in the middle of the week.
      if (weekdayOf(date) < 2 || random.next() < 0.45) continue;
      const service = random.of(offered);
      const client_id = cast.callers.get(random.of(own).key)?.client_id ?? '';
      const start = fromLocalInput(`${date}T${random.of(times)}`, defaultTimeZone) ?? 0;
      const visit = {
        professional_id,
        client_id,
        start_time: iso(start),
        end_time: iso(start + service.minutes * MINUTE),
        asked: iso(start - random.whole(2, 14) * 1_440 * MINUTE),
        price_cents: Math.round(service.price * 100),
        no_show: random.next() < 0.05,
        service_id: cast.services.get(service.name) ?? '',
        name: service.name,
        minutes: service.minutes,
        source: sources[(ago * 7) % sources.length] ?? null,
      };
      await sql`
        with visit as (
          insert into bookings (professional_id, client_id, status, start_time, end_time, total_price_cents, expires_at,
            created_at, updated_at, no_show, version, source)
          values (${professional_id}, ${client_id}, 'completed', ${visit.start_time}, ${visit.end_time},
            ${visit.price_cents}, ${visit.start_time}, ${visit.asked}, ${visit.end_time}, ${visit.no_show}, 2, ${visit.source})
          returning id),
        busy as (
          insert into busy_times (professional_id, booking_id, start_time, end_time)
          select ${professional_id}, id, ${visit.start_time}, ${visit.end_time} from visit)
        insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents,
          service_duration_minutes, technique)
        select ${professional_id}, id, 0, ${visit.service_id}, ${visit.name}, ${visit.price_cents}, ${visit.minutes},
          (select technique from services where professional_id = ${professional_id} and id = ${visit.service_id})
        from visit`.execute(db);
    }
  }
}
