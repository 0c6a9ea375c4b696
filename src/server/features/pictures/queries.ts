import { type Insertable, sql, type Updateable } from 'kysely';
import { type Viewer, type Visibility, visibilityOf } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { clockNow } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { ProfessionalPictures } from '#server/db/types.ts';
import { isListedFor } from '#server/features/parties/visibility.ts';
import type { Focus, ListedPicture, Picture } from '#shared/pictures.ts';

/** `work` are a professional's pictures of work; those of `service` came with a service and go with it. */
export type Kind = 'profile' | 'work' | 'service';

const columns = [
  'id',
  'storage_key',
  'alt',
  'caption',
  'service_id',
  'width',
  'height',
  'position',
  'kind',
  'focus_x',
  'focus_y',
  'technique',
  'texture',
] as const;
type Row = Omit<Picture, 'url' | 'focus'> & { storage_key: string; kind: string; focus_x: number; focus_y: number };

/** `base` begins the addresses of files. */
function presentPicture<T extends Omit<Row, 'kind'>>({ storage_key, focus_x, focus_y, ...row }: T, base: string) {
  return { ...row, focus: { x: focus_x, y: focus_y }, url: `${base}${storage_key}/${row.width}.webp` };
}

type Card = { key: string; alt: string; width: number; height: number; focus?: Focus };

/** A row of pictures as `card_picture` holds it. */
export function cardOf(pictures: string) {
  const at = (column: string) => sql.ref(`${pictures}.${column}`);
  return sql<unknown>`json_build_object('key', ${at('storage_key')}, 'width', ${at('width')}, 'height', ${at('height')},
    'alt', coalesce(nullif(${at('alt')}, ''), ${at('caption')}, ''),
    'focus', json_build_object('x', ${at('focus_x')}, 'y', ${at('focus_y')}))`;
}

/** What `card_picture` holds, as lists answer it. */
export function presentCard(card: unknown, base: string): ListedPicture {
  if (card === null) return null;
  const { key, alt, width, height, focus } = card as Card;
  // A card that was written before pictures had a focus.
  return { url: `${base}${key}/${width}.webp`, alt, width, height, focus: focus ?? { x: 0.5, y: 0.5 } };
}

// A service that the viewer does not see is not named beside its picture.
const picturesOf = statement(
  'pictures_of_professional',
  (
    _,
    p: Params<{ professional_id: string; service_id: string | null; skip: number; limit: number } & Visibility>,
  ) => sql<CountedRow<Omit<Row, 'kind'>>>`
    with shown as materialized (
      select * from professional_pictures
      where professional_id = ${p.professional_id} and kind <> 'profile'
        and (${p.service_id}::uuid is null or service_id = ${p.service_id}::uuid)
    )
    select page.id, page.storage_key, page.alt, page.caption, page.width, page.height, page.position,
      page.focus_x, page.focus_y, page.technique, page.texture, counted.total,
      (select s.id from services s where s.professional_id = page.professional_id and s.id = page.service_id
        and ${isListedFor(p, 's')}) as service_id
    from (select count(*)::int as total from shown) counted
    left join (select * from shown order by position, id offset ${p.skip}::int limit ${p.limit}::int) page on true
    order by page.position, page.id`,
);

type Which = { professionalId: string; serviceId?: string; viewer: Viewer | null; base: string };

/** One page of a professional's pictures by position, of one service if it is given; `total` counts all of them. */
export async function listPictures(
  db: Db,
  { professionalId, serviceId, viewer, base }: Which,
  { skip, limit }: { skip: number; limit: number },
) {
  const values = {
    professional_id: professionalId,
    service_id: serviceId ?? null,
    skip,
    limit,
    ...visibilityOf(viewer),
  };
  const { results, total } = splitPage(await picturesOf.execute(db, values));
  return { results: results.map((row) => presentPicture(row, base)), total };
}

/** Undefined for somebody else's picture, as for an unknown one. */
export async function findPicture(db: Db, professionalId: string, id: string, base: string) {
  const row = await db
    .selectFrom('professional_pictures')
    .select(columns)
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && presentPicture(row as Row, base);
}

/** How many pictures of work a professional has, and how many show a service; without counting `except`. */
export function countPictures(db: Db, professionalId: string, serviceId: string | null, except?: string) {
  const counted = db
    .selectFrom('professional_pictures')
    .select([
      sql<number>`count(*) filter (where kind = 'work')::int`.as('work'),
      sql<number>`count(*) filter (where service_id = ${serviceId}::uuid)::int`.as('ofService'),
    ])
    .where('professional_id', '=', professionalId);
  return (except === undefined ? counted : counted.where('id', '<>', except)).executeTakeFirstOrThrow();
}

type NewPicture = Pick<
  Insertable<ProfessionalPictures>,
  'professional_id' | 'service_id' | 'storage_key' | 'alt' | 'caption' | 'width' | 'height' | 'focus_x' | 'focus_y'
> & { kind: Kind };

/** Needs the professional's lock. A new picture comes last. */
export async function insertPicture(trx: Db, row: NewPicture): Promise<string> {
  const last = sql<number>`(select coalesce(max(position) + 1, 0) from professional_pictures
    where professional_id = ${row.professional_id}::uuid and kind <> 'profile')`;
  const { id } = await trx
    .insertInto('professional_pictures')
    .values({ ...row, position: row.kind === 'profile' ? 0 : last })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePicture(
  trx: Db,
  professionalId: string,
  id: string,
  columns: Updateable<ProfessionalPictures>,
): Promise<void> {
  await trx
    .updateTable('professional_pictures')
    .set(columns)
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .execute();
}

/** The ids of a professional's pictures but the profile's, in their order. */
async function idsInOrder(trx: Db, professionalId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('professional_pictures')
    .select('id')
    .where('professional_id', '=', professionalId)
    .where('kind', '<>', 'profile')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function putInOrder(trx: Db, professionalId: string, ids: string[]): Promise<void> {
  await sql`
    update professional_pictures p set position = ordered.number - 1
    from unnest(${ids}::uuid[]) with ordinality ordered (id, number)
    where p.professional_id = ${professionalId}::uuid and p.id = ordered.id and p.position <> ordered.number - 1`.execute(
    trx,
  );
}

/** Needs the professional's lock. Moves a picture to a position, the last if there are fewer. */
export async function movePicture(trx: Db, professionalId: string, id: string, position: number): Promise<void> {
  const others = (await idsInOrder(trx, professionalId)).filter((one) => one !== id);
  await putInOrder(trx, professionalId, [...others.slice(0, position), id, ...others.slice(position)]);
}

/**
 * Needs the professional's lock. Returns the key of the files of what was deleted; undefined for somebody else's
 * picture, as for an unknown one.
 */
export async function deletePicture(trx: Db, professionalId: string, id: string): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('professional_pictures')
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .returning('storage_key')
    .executeTakeFirst();
  if (row) await tidyAfter(trx, professionalId, [row.storage_key]);
  return row?.storage_key;
}

/**
 * Closes the gaps in the order that deleted pictures left, and a profile no longer shows one of them: any may be the
 * profile's picture, too.
 */
async function tidyAfter(trx: Db, professionalId: string, deleted: readonly string[]): Promise<void> {
  await putInOrder(trx, professionalId, await idsInOrder(trx, professionalId));
  await trx
    .updateTable('professionals')
    .set({ profile_picture: null, updated_at: clockNow })
    .where('id', '=', professionalId)
    .where(
      sql<boolean>`exists (select from unnest(${deleted}::text[]) gone (key) where starts_with(profile_picture,
        '/images/' || gone.key || '/'))`,
    )
    .execute();
}

/**
 * Needs the professional's lock. A deleted service's own pictures go, those of work stay without it; returns the keys
 * of the files of those that went.
 */
export async function releasePicturesOf(trx: Db, professionalId: string, serviceId: string): Promise<string[]> {
  const gone = await trx
    .deleteFrom('professional_pictures')
    .where('professional_id', '=', professionalId)
    .where('service_id', '=', serviceId)
    .where('kind', '=', 'service')
    .returning('storage_key')
    .execute();
  await trx
    .updateTable('professional_pictures')
    .set({ service_id: null })
    .where('professional_id', '=', professionalId)
    .where('service_id', '=', serviceId)
    .execute();
  const keys = gone.map(({ storage_key }) => storage_key);
  if (keys.length > 0) await tidyAfter(trx, professionalId, keys);
  return keys;
}

/** Deletes the profile picture of our own unless the profile still shows it. Returns the keys of its files. */
export async function dropProfilePicture(trx: Db, professionalId: string, shown: string | null): Promise<string[]> {
  const gone = await trx
    .deleteFrom('professional_pictures')
    .where('professional_id', '=', professionalId)
    .where('kind', '=', 'profile')
    .where(sql<boolean>`not starts_with(coalesce(${shown}::text, ''), '/images/' || storage_key || '/')`)
    .returning('storage_key')
    .execute();
  return gone.map(({ storage_key }) => storage_key);
}

/** `shown` is the path of a picture of our own. */
export async function setProfilePicture(trx: Db, professionalId: string, shown: string): Promise<void> {
  await trx
    .updateTable('professionals')
    .set({ profile_picture: shown, updated_at: clockNow })
    .where('id', '=', professionalId)
    .execute();
}

/** Deletes all pictures of a professional whose account ends. Returns the keys of their files. */
export async function deletePicturesOf(trx: Db, professionalId: string): Promise<string[]> {
  const gone = await trx
    .deleteFrom('professional_pictures')
    .where('professional_id', '=', professionalId)
    .returning('storage_key')
    .execute();
  return gone.map(({ storage_key }) => storage_key);
}
