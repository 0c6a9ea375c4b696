import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, databaseError, invalid, notFound, unauthorized } from '#server/errors.ts';
import { keepListTrue } from '#server/features/cancellation-list/go-through-list.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import type { Durations, ListedInput } from '#shared/insights.ts';
import { linesOf, notOfferedText, type Variants } from '#shared/rules/lines.ts';
import { rangeOfCells } from '#shared/rules/service-parts.ts';
import { processingMisfit } from '#shared/rules/visit.ts';
import { cellsOf, type LearnedCells, usualOfCell } from '#shared/rules/visit-length.ts';

type Listed = { id: string; name: string; variants: Variants | null; service_duration_minutes: number };

/** What a professional offers with how long it really takes, where that is known: what differs most first. */
export async function listDurations(db: Db, professionalId: string): Promise<Durations> {
  const { rows } = await sql<Listed & { learned: LearnedCells }>`
    select s.id, s.name, s.variants, s.service_duration_minutes, json_agg(json_build_object('choice_ids', l.choice_ids,
      'visits', l.visits, 'usual', l.usual, 'most', l.most)) as learned
    from services s join learned_lengths l on l.professional_id = s.professional_id and l.service_id = s.id
    where s.professional_id = ${professionalId} and s.deleted_at is null
    group by s.professional_id, s.id order by s.name, s.id`.execute(db);
  return rows
    .flatMap(({ id, name, learned, ...grid }) =>
      cellsOf(grid).flatMap((cell) => {
        const usual = usualOfCell(learned, cell);
        return usual ? [{ service: { id, name }, ...cell, ...usual }] : [];
      }),
    )
    .sort((one, other) => Math.abs(other.usual - other.listed) - Math.abs(one.usual - one.listed));
}

/** From now on a cell is listed with this length; bookings stay, and offers of another length end. */
export async function setListed(
  { db, professionalId }: { db: Db; professionalId: string },
  { service_id, choice_ids, service_duration_minutes }: ListedInput,
): Promise<void> {
  try {
    await transact(db, async (trx) => {
      // A booking that has the lock books the service as it is.
      (await lockProfessional(trx, professionalId)) ?? unauthorized();
      const service = (await findListed(trx, professionalId, service_id)) ?? notFound('Service');
      refuseChoices(service, choice_ids);
      const { variants } = service;
      const changed = variants && withLength(variants, choice_ids, service_duration_minutes);
      await trx
        .updateTable('services')
        .set({
          ...(changed ? { variants: JSON.stringify(changed), ...rangeOfCells(changed) } : { service_duration_minutes }),
          updated_at: clockNow,
        })
        .where('professional_id', '=', professionalId)
        .where('id', '=', service_id)
        .execute();
      await keepListTrue(trx, professionalId);
    });
  } catch (error) {
    if (databaseError(error)?.constraint !== 'services_processing_check') throw error;
    invalid(['body', 'service_duration_minutes'], processingMisfit);
  }
}

async function findListed(trx: Db, professionalId: string, id: string): Promise<Listed | undefined> {
  const { rows } = await sql<Listed>`
    select id, name, variants, service_duration_minutes from services
    where professional_id = ${professionalId} and id = ${id} and deleted_at is null`.execute(trx);
  return rows[0];
}

/** Throws 404 for what is no choice of it, 422 without one of each axis, 409 where they have no cell. */
function refuseChoices(service: Listed, choice_ids: readonly string[]): void {
  const chosen = { service_ids: [service.id], option_ids: choice_ids };
  const lines = linesOf(chosen, [{ ...service, price_cents: 0, extras: [] }]);
  const isOffered = Array.isArray(lines)
    ? lines.every(({ is_offered }) => is_offered)
    : lines.kind === 'choices'
      ? invalid(['body', 'choice_ids'], lines.messages)
      : notFound('Option');
  if (!isOffered) conflict(notOfferedText(service), 'not_offered_like_that');
}

/** A grid in which the cell of these choices has another length. */
function withLength(variants: Variants, choice_ids: readonly string[], service_duration_minutes: number): Variants {
  const [row, column = 0] = variants.axes.map(({ choices }) => choices.findIndex(({ id }) => choice_ids.includes(id)));
  const cells = variants.cells.map((cells, r) =>
    cells.map((cell, c) => (cell && r === row && c === column ? { ...cell, service_duration_minutes } : cell)),
  );
  return { ...variants, cells };
}
