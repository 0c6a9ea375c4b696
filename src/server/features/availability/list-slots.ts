import { invalid, notFound } from '#server/errors.ts';
import { asValue } from '#server/json-text.ts';
import type { Context } from '#server/trpc.ts';
import type { AvailabilityWithSlots, SlotsPage, SlotsRange } from '#shared/availability.ts';
import { DAY, defaultSlotMinutes, slotRangeMaxDays } from '#shared/constants.ts';
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

/** The rule's span where one of its ends was filled in here: the schema has judged spans that were given whole. */
function requireRange({ from, to }: SlotFacts): void {
  if (to < from) invalid(['query', 'to'], 'Must not be before from');
  if (to - from > slotRangeMaxDays * DAY) invalid(['query', 'to'], `Must be at most ${slotRangeMaxDays} days after from`);
}

/** A professional's windows with what is free in them. */
export async function listSlots(ctx: Context, id: string, { skip, limit, ...range }: SlotsPage): Promise<AvailabilityWithSlots[]> {
  const { db, caller } = ctx;
  const facts = (await slotFactsOfProfessional(db, id, range, caller)) ?? notFound('Professional');
  requireRange(facts);
  const { windows, busy, rule } = prepared(facts, range.service_ids);
  ctx.setHeader('x-total-count', String(windows.length));
  return asValue(slotsJson(windows.slice(skip, skip + limit), busy, rule));
}

/** One window with what is free in it. */
export async function slotsOfWindow({ db, caller }: Context, id: string, range: SlotsRange): Promise<AvailabilityWithSlots> {
  const facts = (await slotFactsOfWindow(db, id, range, caller)) ?? notFound('Availability');
  const { windows, busy, rule } = prepared(facts, range.service_ids);
  return asValue(windowJson(windows[0] ?? notFound('Availability'), busy, rule));
}
