import type { Db } from '#server/db/connect.ts';
import { databaseNow } from '#server/db/sql.ts';
import { invalid, notFound } from '#server/errors.ts';
import { asValue } from '#server/json-text.ts';
import { type Context, counted } from '#server/trpc.ts';
import { type AvailabilityWithSlots, type SlotsPage, type SlotsRange, slotRangeFault } from '#shared/availability.ts';
import { defaultSlotMinutes } from '#shared/constants.ts';
import { type AvailabilityWindow, type SlotRule, type Span, slotsJson, windowJson } from '#shared/rules/slots.ts';
import { type SlotFacts, slotFactsOfProfessional, slotFactsOfWindow } from './slot-queries.ts';

/** An unknown, an inactive and another professional's service are a miss. */
function prepared(facts: SlotFacts, serviceIds: string[] | undefined): { windows: AvailabilityWindow[]; busy: Span[]; rule: SlotRule } {
  if (facts.services_found < (serviceIds?.length ?? 0)) notFound('Service');
  return {
    windows: facts.windows.map(([id, start, end]) => ({ id, start, end })),
    busy: facts.busy_starts.map((start, index) => ({ start, end: facts.busy_ends[index] ?? start })),
    rule: { ...facts, duration_minutes: facts.duration_minutes ?? defaultSlotMinutes },
  };
}

/** A range that has only an end begins now, so that its length can be judged only here; the schema judged the others. */
async function requireRange(db: Db, { from, to }: SlotsRange): Promise<void> {
  if (from || !to) return;
  const fault = slotRangeFault(await databaseNow(db), Date.parse(to));
  if (fault) invalid(['query', 'to'], fault);
}

/** A professional's windows with what is free in them. */
export async function listSlots(ctx: Context, id: string, { skip, limit, ...range }: SlotsPage): Promise<AvailabilityWithSlots[]> {
  const { db, caller } = ctx;
  await requireRange(db, range);
  const facts = (await slotFactsOfProfessional(db, id, range, caller)) ?? notFound('Professional');
  const { windows, busy, rule } = prepared(facts, range.service_ids);
  const results = asValue<AvailabilityWithSlots[]>(slotsJson(windows.slice(skip, skip + limit), busy, rule));
  return counted(ctx, { results, total: windows.length });
}

/** One window with what is free in it. */
export async function slotsOfWindow({ db, caller }: Context, id: string, range: SlotsRange): Promise<AvailabilityWithSlots> {
  const facts = (await slotFactsOfWindow(db, id, range, caller)) ?? notFound('Availability');
  const { windows, busy, rule } = prepared(facts, range.service_ids);
  return asValue(windowJson(windows[0] ?? notFound('Availability'), busy, rule));
}
