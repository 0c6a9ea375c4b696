import { sql } from 'kysely';
import { type Viewer, type Visibility, visibilityOf } from '#server/api/caller.ts';
import { columnsOf, listed, type RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { asksDeposit } from '#server/features/bookings/deposits/queries.ts';
import { isListedFor } from '#server/features/parties/visibility.ts';
import { cardOf, presentCard } from '#server/features/pictures/queries.ts';
import type { ServiceCategory } from '#shared/constants.ts';
import type { Technique } from '#shared/rules/hair.ts';
import type { Extra, PrepareItem, Variants } from '#shared/rules/lines.ts';
import { toCents, toDollars } from '#shared/rules/price.ts';
import { ratingOf } from '#shared/rules/rating.ts';
import { noParts, type Parts, rangeOfCells } from '#shared/rules/service-parts.ts';
import { cellsOf, type LearnedCells, usualOfCell, usualOfService } from '#shared/rules/visit-length.ts';
import type { Service, ServiceInput } from '#shared/services.ts';

/** A service with what the answer tells of its professional, from these aliases of both tables. */
export function rowColumns(services: string, professionals: string) {
  const [s, p] = [`services as ${services}`, `professionals as ${professionals}`] as const;
  return {
    ...columnsOf(s, [
      'id',
      'name',
      'description',
      'preparation',
      'service_duration_minutes',
      'price_cents',
      'deposit_cents',
      'is_active',
    ]),
    ...columnsOf(s, ['processing_start_minutes', 'processing_minutes', 'professional_id']),
    ...columnsOf(s, ['price_max_cents', 'duration_max', 'min_length_cm']),
    hair: sql<Service['hair']>`${sql.ref(`${services}.hair`)}`,
    has_variants: sql<boolean>`(${sql.ref(`${services}.variants`)} is not null)`,
    category: sql<ServiceCategory>`${sql.ref(`${services}.category`)}`,
    technique: sql<Technique | null>`${sql.ref(`${services}.technique`)}`,
    asks_deposit: asksDeposit(services, professionals),
    learned: learnedOf(services),
    ...columnsOf(p, ['display_name', 'location', 'rating_sum', 'rating_count']),
  };
}

/** What visits say of the lengths of a service's cells, with the grid that has these now; null for nothing. */
function learnedOf(services: string) {
  const s = sql.ref(services);
  return sql<{ cells: LearnedCells; variants: Variants | null } | null>`(
    select json_build_object('variants', ${s}.variants, 'cells', json_agg(
      json_build_object('choice_ids', choice_ids, 'visits', visits, 'usual', usual, 'most', most)))
    from learned_lengths where professional_id = ${s}.professional_id and service_id = ${s}.id having count(*) > 0)`;
}

type Row = RowOf<ReturnType<typeof rowColumns>>;

/** The same with what it is made of, and the pictures of its choices by their ids. */
export function serviceColumns(services: string, professionals: string) {
  const [variants, owner] = [sql.ref(`${services}.variants`), sql.ref(`${services}.professional_id`)];
  return {
    ...rowColumns(services, professionals),
    variants: sql<Variants | null>`${variants}`,
    extras: sql<Extra[]>`${sql.ref(`${services}.extras`)}`,
    prepare: sql<PrepareItem[]>`${sql.ref(`${services}.prepare`)}`,
    choice_pictures: sql<Record<string, unknown> | null>`case when ${variants} is not null then (
      select json_object_agg(id, ${cardOf('picture')}) from professional_pictures picture
      where picture.professional_id = ${owner} and picture.kind <> 'profile' and picture.id::text in (
        select jsonb_array_elements_text(jsonb_path_query_array(${variants}, '$.axes[*].choices[*].picture_id')))) end`,
  };
}
type ServiceRow = RowOf<ReturnType<typeof serviceColumns>>;

/** `base` begins the addresses of pictures. */
export function presentService(row: ServiceRow, base: string): Service {
  const { variants, extras, prepare, choice_pictures: pictures } = row;
  const { has_variants: _, ...service } = presentRow(row);
  return {
    ...service,
    variants: variants && {
      axes: variants.axes.map(({ choices, ...axis }) => ({
        ...axis,
        choices: choices.map(({ picture_id, ...choice }) => ({
          ...choice,
          picture: presentCard((picture_id && pictures?.[picture_id]) || null, base),
        })),
      })),
      cells: presentCells(variants, row.learned?.cells ?? []),
    },
    extras: extras.map(inDollars),
    prepare,
  };
}

/** Each with what is known of its real length, in the order of the grid. */
function presentCells(variants: Variants, learned: LearnedCells) {
  const usual = cellsOf({ variants, service_duration_minutes: 0 }).map((cell) => usualOfCell(learned, cell));
  return variants.cells.map((row) => row.map((cell) => cell && { ...inDollars(cell), usual: usual.shift() ?? null }));
}

function inDollars<T extends { price_cents: number }>({ price_cents, ...rest }: T) {
  return { ...rest, price: toDollars(price_cents) };
}

/** A service without what it is made of. */
export function presentRow(row: Row) {
  const { id, name, description, preparation, service_duration_minutes, is_active, category, display_name, location } =
    row;
  const { processing_start_minutes, processing_minutes, asks_deposit, hair, min_length_cm, has_variants, technique } =
    row;
  const { learned } = row;
  const professional = { id: row.professional_id, display_name, location, rating: ratingOf(row) };
  return {
    id,
    name,
    description,
    preparation,
    service_duration_minutes,
    usual: learned && usualOfService(learned.cells, { variants: learned.variants, service_duration_minutes }),
    price: toDollars(row.price_cents),
    duration_max: row.duration_max ?? service_duration_minutes,
    price_max: toDollars(row.price_max_cents ?? row.price_cents),
    deposit: row.deposit_cents === null ? null : toDollars(row.deposit_cents),
    asks_deposit,
    is_active,
    category,
    technique,
    processing_start_minutes,
    processing_minutes,
    hair,
    min_length_cm,
    has_variants,
    professional,
  };
}

const visibleService = statement(
  'visible_service',
  (_, p: Params<{ id: string } & Visibility>) => sql<ServiceRow>`
    select ${listed(serviceColumns('s', 'p'))}
    from services s join professionals p on p.id = s.professional_id
    where s.id = ${p.id} and ${isListedFor(p, 's')}`,
);

/** `base` begins the addresses of pictures. */
export async function findService(
  db: Db,
  id: string,
  viewer: Viewer | null,
  base: string,
): Promise<Service | undefined> {
  const row = await visibleService.executeTakeFirst(db, { id, ...visibilityOf(viewer) });
  return row && presentService(row, base);
}

/** Whether everybody sees a service; with `professionalId`, one of that professional's. */
export async function serviceExists(db: Db, id: string, professionalId?: string): Promise<boolean> {
  const service = await findService(db, id, null, '');
  return service !== undefined && (professionalId === undefined || service.professional.id === professionalId);
}

/** With variants what was sent as price and length is not kept: those of the cells count. */
function written({ price, deposit, ...input }: ServiceInput, { variants, extras, prepare, hair }: Parts) {
  const own = { price_cents: toCents(price), service_duration_minutes: input.service_duration_minutes };
  return {
    ...input,
    ...(variants ? rangeOfCells(variants) : { ...own, price_max_cents: null, duration_max: null }),
    deposit_cents: typeof deposit === 'number' ? toCents(deposit) : deposit,
    variants: variants && JSON.stringify(variants),
    extras: JSON.stringify(extras),
    prepare: JSON.stringify(prepare),
    hair,
  };
}

/** What an own service is made of; undefined like `updateService`. The professional must be locked. */
export async function findParts(trx: Db, professionalId: string, id: string): Promise<Parts | undefined> {
  const { rows } = await sql<Parts>`
    select variants, extras, prepare, hair from services
    where professional_id = ${professionalId} and id = ${id} and deleted_at is null`.execute(trx);
  return rows[0];
}

/** Whether these are a professional's pictures of work. */
export async function arePictures(trx: Db, professionalId: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from professional_pictures
    where professional_id = ${professionalId} and kind <> 'profile' and id = any(${ids}::uuid[])`.execute(trx);
  return rows[0]?.count === new Set(ids).size;
}

/** Of those that are not deleted. */
export async function countServices(db: Db, professionalId: string): Promise<number> {
  const { count } = await db
    .selectFrom('services')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('professional_id', '=', professionalId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Comes last in an order of the professional's own. */
export async function insertService(
  db: Db,
  professionalId: string,
  input: ServiceInput,
  parts: Parts = noParts,
): Promise<string> {
  const position = sql<
    number | null
  >`(select max(position) + 1 from services where professional_id = ${professionalId}::uuid)`;
  const { id } = await db
    .insertInto('services')
    .values({ professional_id: professionalId, position, ...written(input, parts) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Returns false for an unknown or deleted service and for somebody else's. `parts` as they will be. Violates `services_processing_check` or
 * `services_deposit_check` where the processing time or the deposit, stored or given, does not fit.
 */
export async function updateService(
  db: Db,
  professionalId: string,
  id: string,
  input: ServiceInput,
  parts: Parts,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ ...written(input, parts), updated_at: clockNow })
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a service as deleted; bookings keep their copy of it. Returns false like `updateService`. */
export async function deleteService(db: Db, professionalId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ deleted_at: clockNow, updated_at: clockNow })
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
