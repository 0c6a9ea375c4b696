import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { writeIn } from '#server/features/bookings/make/write-in.ts';
import { addContact } from '#server/features/contacts/change-contact.ts';
import { DAY, defaultTimeZone, HOUR } from '#shared/constants.ts';
import { dayOf } from '#shared/rules/hour-windows.ts';
import { iso, wallInstant } from '#shared/time.ts';
import type { Cast } from './people.ts';
import { carryOutAll, withoutEmails } from './play.ts';

/** What came by phone: to Délé a booking that waits for its deposit, to Amara a second card of somebody she knows. */
export async function insertPhoneCalls(
  { db, config, cast }: Pick<Deps, 'config'> & { db: Db; cast: Cast },
  now: number,
): Promise<void> {
  const [dele = '', amara = ''] = ['dele', 'amara'].map((key) => cast.callers.get(key)?.professional_id ?? '');
  // Before he opens, when nobody else is booked.
  const start = wallInstant((dayOf(now, defaultTimeZone) + 4) * DAY + 8 * HOUR, defaultTimeZone);
  await withoutEmails(db, async () => {
    await writeIn(
      { db, deps: { config }, requestId: 'demo', professionalId: dele },
      {
        start_time: iso(start),
        service_ids: [cast.services.get('Skin Fade') ?? ''],
        notes: null,
        visit_address: null,
        deposit: 10,
        guest: { name: 'Marcus Bell', phone_number: '0412555030', email: null },
      },
    );
    await carryOutAll(db);
  });
  await addContact(db, amara, {
    name: 'Tane Walker',
    phone_number: '0412555011',
    email: null,
    notes: 'Formula: 5N and 6G, 20 vol, 35 minutes\nSensitive behind the ears',
  });
}
