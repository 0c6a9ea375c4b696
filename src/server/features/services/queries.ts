import { sql } from 'kysely';
import { type Viewer, type Visibility, visibilityOf } from '#server/api/caller.ts';
import { columnsOf, listed, type RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { asksDeposit } from '#server/features/bookings/deposits/queries.ts';
import { isListedFor } from '#server/features/parties/visibility.ts';
import type { ServiceCategory } from '#shared/constants.ts';
import type { Technique } from '#shared/rules/hair.ts';
import { toCents, toDollars } from '#shared/rules/price.ts';
import { ratingOf } from '#shared/rules/rating.ts';
import { type Learned, usualOf } from '#shared/rules/visit-length.ts';
import type { Service, ServiceInput } from '#shared/services.ts';

/** A service with what the answer tells of its professional, from these aliases of both tables. */
export function serviceColumns(services: string, professionals: string) {
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
    category: sql<ServiceCategory>`${sql.ref(`${services}.category`)}`,
    technique: sql<Technique | null>`${sql.ref(`${services}.technique`)}`,
    asks_deposit: asksDeposit(services, professionals),
    learned: learnedOf(services),
    ...columnsOf(p, ['display_name', 'location', 'rating_sum', 'rating_count']),
  };
}
/** What visits say of the lengths of a service's cells; null for nothing. */
function learnedOf(services: string) {
  const s = sql.ref(services);
  return sql<Omit<Learned, 'service_id'>[] | null>`(
    select json_agg(json_build_object('choice_ids', choice_ids, 'visits', visits, 'usual', usual, 'most', most))
    from learned_lengths where professional_id = ${s}.professional_id and service_id = ${s}.id)`;
}

type ServiceRow = RowOf<ReturnType<typeof serviceColumns>>;

export function presentService(row: ServiceRow): Service {
  const {
    id,
    name,
    description,
    preparation,
    service_duration_minutes,
    is_active,
    category,
    technique,
    display_name,
    location,
  } = row;
  const { processing_start_minutes, processing_minutes, asks_deposit } = row;
  const learned = row.learned?.find(({ choice_ids }) => choice_ids.length === 0);
  const professional = { id: row.professional_id, display_name, location, rating: ratingOf(row) };
  return {
    id,
    name,
    description,
    preparation,
    service_duration_minutes,
    usual: learned ? usualOf(service_duration_minutes, learned) : null,
    price: toDollars(row.price_cents),
    deposit: row.deposit_cents === null ? null : toDollars(row.deposit_cents),
    asks_deposit,
    is_active,
    category,
    technique,
    processing_start_minutes,
    processing_minutes,
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

export async function findService(db: Db, id: string, viewer: Viewer | null): Promise<Service | undefined> {
  const row = await visibleService.executeTakeFirst(db, { id, ...visibilityOf(viewer) });
  return row && presentService(row);
}

/** Whether everybody sees a service; with `professionalId`, one of that professional's. */
export async function serviceExists(db: Db, id: string, professionalId?: string): Promise<boolean> {
  const service = await findService(db, id, null);
  return service !== undefined && (professionalId === undefined || service.professional.id === professionalId);
}

const written = ({ price, deposit, ...input }: ServiceInput) => ({
  ...input,
  price_cents: toCents(price),
  deposit_cents: typeof deposit === 'number' ? toCents(deposit) : deposit,
});

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
export async function insertService(db: Db, professionalId: string, input: ServiceInput): Promise<string> {
  const position = sql<
    number | null
  >`(select max(position) + 1 from services where professional_id = ${professionalId}::uuid)`;
  const { id } = await db
    .insertInto('services')
    .values({ professional_id: professionalId, position, ...written(input) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Returns false for an unknown or deleted service and for somebody else's. Violates `services_processing_check` or
 * `services_deposit_check` where the processing time or the deposit, stored or given, does not fit.
 */
export async function updateService(db: Db, professionalId: string, id: string, input: ServiceInput): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ ...written(input), updated_at: clockNow })
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
