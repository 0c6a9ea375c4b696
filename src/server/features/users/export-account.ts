import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { listBookings } from '#server/features/bookings/show/list-queries.ts';
import { findContacts, listContactIds } from '#server/features/contacts/queries.ts';
import { findSettings } from '#server/features/deposits/settings-queries.ts';
import { readOwnHair } from '#server/features/hair/change-hair.ts';
import { listPictureKeys } from '#server/features/hair/queries.ts';
import { findOwnProfessional } from '#server/features/professionals/queries.ts';
import { findClientData, findUserData, listSentPictures, pageOfList, type UserList } from './export-queries.ts';
import { findPreferences } from './preference-queries.ts';

/** Rows that are read at a time, so that the size of an account makes no difference to the process. */
const atOnce = 500;

/** What belongs to a user and can be long, in the export's order. */
const lists: readonly UserList[] = [
  'reschedules',
  'receipts',
  'reviews',
  'cancellation_list',
  'favourites',
  'books_reminders',
  'services',
  'availability',
  'hours',
  'hours_of_dates',
  'time_off',
  'busy_calendars',
  'contact_imports',
  'pictures',
  'hair_readings',
  'messages',
  'notifications',
  'feedback',
  'sessions',
  'push_subscriptions',
  'devices',
  'email_changes',
  'admin_actions',
];

/**
 * All data of a user as one JSON object, in pieces, between which no connection is held. Throws before the first piece
 * when the database does not answer.
 */
export async function exportAccount(
  { config, db, images, ...keys }: Pick<Deps, 'config' | 'db' | 'images' | 'secretsKey' | 'log'>,
  caller: Caller,
): Promise<AsyncIterable<string>> {
  const head = {
    ...(await findUserData(db, caller.id)),
    preferences: await findPreferences(db, caller.id),
    professional: caller.professional_id
      ? ((await findOwnProfessional(db, caller.professional_id, config)) ?? null)
      : null,
    deposits: caller.professional_id ? await depositsOf(db, caller.professional_id) : null,
    client: caller.client_id ? ((await findClientData(db, caller.client_id)) ?? null) : null,
    hair: caller.client_id ? await hairOf(db, keys, caller.client_id) : null,
  };
  return pieces({ config, db, images }, caller, head);
}

/** Pictures by the names that `hair_pictures` gives them. */
async function hairOf(db: Db, keys: Pick<Deps, 'secretsKey' | 'log'>, clientId: string) {
  const { pictures, ...told } = await readOwnHair(db, keys, clientId);
  return { ...told, pictures: pictures.map((picture, index) => ({ ...picture, path: hairPath(index) })) };
}

const hairPath = (index: number) => `hair/${index + 1}.webp`;

async function depositsOf(db: Db, professionalId: string) {
  const settings = await findSettings(db, professionalId);
  return settings ? { percent: settings.percent, who: settings.who } : null;
}

async function* pieces(
  { config, db, images }: Pick<Deps, 'config' | 'db' | 'images'>,
  caller: Caller,
  head: object,
): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  yield ',"bookings":[';
  yield* bookingsOf(db, caller, config.publicUrl);
  yield '],"contacts":[';
  yield* contactsOf(db, caller);
  for (const list of lists) {
    yield `],"${list}":[`;
    let comma = '';
    let after: readonly string[] | null = null;
    do {
      const page = await pageOfList(db, list, caller, { after, limit: atOnce });
      if (page.rows.length > 0) yield comma + page.rows.map((row) => JSON.stringify(row)).join();
      comma = ',';
      after = page.after;
    } while (after !== null);
  }
  yield '],"message_pictures":[';
  yield* filesOf(images, await listSentPictures(db, caller));
  yield '],"hair_pictures":[';
  const own = caller.client_id ? await listPictureKeys(db, caller.client_id) : [];
  yield* filesOf(
    images,
    own.map((picture, index) => ({ ...picture, path: hairPath(index) })),
  );
  yield ']}';
}

/** Private pictures as base64; null for a file that the store does not give. */
async function* filesOf(
  images: Deps['images'],
  files: readonly { path: string; storage_key: string }[],
): AsyncGenerator<string> {
  let comma = '';
  for (const { path, storage_key } of files) {
    const file = await images.get(storage_key, 'large.webp', 'private').catch(() => undefined);
    yield comma + JSON.stringify({ path, data: file?.toString('base64') ?? null });
    comma = ',';
  }
}

async function* bookingsOf(db: Db, caller: Caller, publicUrl: string): AsyncGenerator<string> {
  const { professional_id, client_id } = caller;
  const whose = professional_id ? { professional_id } : client_id ? { client_id } : undefined;
  if (!whose) return;
  // Each page begins at the last one's last start, without those of that start that it had.
  let [from, skip, comma] = ['-infinity', 0, ''];
  for (;;) {
    const { results } = await listBookings(
      db,
      whose,
      caller,
      { status: [], from, order: 'asc', skip, limit: atOnce },
      publicUrl,
    );
    const last = results.at(-1)?.start_time;
    if (last === undefined) return;
    yield comma + results.map((booking) => JSON.stringify(booking)).join();
    comma = ',';
    if (results.length < atOnce) return;
    const ofLast = results.filter(({ start_time }) => start_time === last).length;
    skip = last === from ? skip + ofLast : ofLast;
    from = last;
  }
}

/** A professional's; nobody else has any. */
async function* contactsOf(db: Db, { professional_id }: Caller): AsyncGenerator<string> {
  if (professional_id === null) return;
  const ids = await listContactIds(db, professional_id);
  for (let at = 0; at < ids.length; at += atOnce) {
    const contacts = await findContacts(db, professional_id, ids.slice(at, at + atOnce));
    if (contacts.length > 0) yield (at > 0 ? ',' : '') + contacts.map((contact) => JSON.stringify(contact)).join();
  }
}
