import { asValue } from '#server/api/json-text.ts';
import { type Context, withTotal } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { spansOf } from '#server/db/spans.ts';
import { databaseNow } from '#server/db/sql.ts';
import { invalid, notFound } from '#server/errors.ts';
import { type AvailabilityWithSlots, type SlotsPage, type SlotsRange, slotRangeFault } from '#shared/availability.ts';
import { defaultSlotMinutes } from '#shared/constants.ts';
import type { AvailabilityWindow, SlotRule, Span } from '#shared/rules/slots.ts';
import { type SlotInputs, slotInputsOfProfessional, slotInputsOfWindow } from './slot-queries.ts';
import { slotsJson, windowJson } from './slots-json.ts';

/** Throws 404 for an unknown or inactive service and for another professional's. */
function prepared(
  inputs: SlotInputs,
  serviceIds: string[] | undefined,
): { windows: AvailabilityWindow[]; busy: Span[]; rule: SlotRule } {
  if (inputs.services_found < (serviceIds?.length ?? 0)) notFound('Service');
  const ids = inputs.window_ids?.split(',') ?? [];
  return {
    windows: [...spansOf(inputs.windows)].map(({ start, end }, index) => ({ id: ids[index] ?? '', start, end })),
    busy: [...spansOf(inputs.busy)],
    rule: { ...inputs, duration_minutes: inputs.duration_minutes ?? defaultSlotMinutes },
  };
}

/** Checks a range without `from`, which begins now by the database's clock; the schema checks the others. */
async function requireRange(db: Db, { from, to }: SlotsRange): Promise<void> {
  if (from || !to) return;
  const fault = slotRangeFault(await databaseNow(db), Date.parse(to));
  if (fault) invalid(['query', 'to'], fault);
}

/** One page of a professional's windows with their free slots. */
export async function listSlots(
  ctx: Context,
  id: string,
  { skip, limit, ...range }: SlotsPage,
): Promise<AvailabilityWithSlots[]> {
  const { db, caller } = ctx;
  await requireRange(db, range);
  const inputs = (await slotInputsOfProfessional(db, id, range, caller)) ?? notFound('Professional');
  const { windows, busy, rule } = prepared(inputs, range.service_ids);
  const results = asValue<AvailabilityWithSlots[]>(slotsJson(windows.slice(skip, skip + limit), busy, rule));
  return withTotal(ctx, { results, total: windows.length });
}

/** One window with its free slots. */
export async function slotsOfWindow(
  { db, caller }: Context,
  id: string,
  range: SlotsRange,
): Promise<AvailabilityWithSlots> {
  const inputs = (await slotInputsOfWindow(db, id, range, caller)) ?? notFound('Availability');
  const { windows, busy, rule } = prepared(inputs, range.service_ids);
  return asValue(windowJson(windows[0] ?? notFound('Availability'), busy, rule));
}
