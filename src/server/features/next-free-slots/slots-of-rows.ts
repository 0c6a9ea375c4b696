import {
  type AskedSlots,
  onePiece,
  type Range,
  rangeOf,
  type SlotBasis,
  soonestSlot,
  soonestSlots,
} from '#server/search/slot-basis.ts';
import { categoriesOf, slotsShown } from '#shared/constants.ts';
import type { TimedLine } from '#shared/rules/lines.ts';
import type { SlotsFound } from '#shared/search.ts';
import { iso } from '#shared/time.ts';

/** Minutes of a service: of all of it, until its processing time, and of that; its category and id. */
export type VisitMinutes = [
  whole: number,
  processingStart: number | null,
  processing: number | null,
  category: string,
  id: string,
];

/** The range that the rows of a page are asked for: all of a statement have one `now`. */
export function rangeOfRows(asked: AskedSlots, rows: readonly { now: number }[]): Range {
  return rangeOf(asked, rows[0]?.now ?? 0);
}

/**
 * The soonest bookable start in the range, by the rules of slots; null when there is none. `visits` are what would be
 * booked, each alone; null when there is nothing to book.
 */
export function nextFree(
  basis: SlotBasis | undefined,
  visits: VisitMinutes[] | null,
  asked: AskedSlots,
  range: Range,
): string | null {
  if (!basis || visits === null) return null;
  const start = soonestSlot(basis, servicesAsked(visits, asked), range);
  return start === undefined ? null : iso(start);
}

/**
 * The soonest bookable slots, each with the service that it is for: of a search by time several, else one, which is
 * `nextFree`. Nothing where so many minutes were asked for, which are no service.
 */
export function slotsOfRow(
  basis: SlotBasis | undefined,
  visits: VisitMinutes[] | null,
  asked: AskedSlots,
  range: Range,
): { free_times?: SlotsFound } {
  if (asked.free_from && asked.free_minutes) return {};
  if (!basis || visits === null) return { free_times: [] };
  const slots = soonestSlots(basis, servicesAsked(visits, asked), range, asked.free_from ? slotsShown : 1);
  return {
    free_times: slots.map(({ start, service }) => ({
      start_time: iso(start),
      service_id: service.id ?? '',
    })),
  };
}

/** Only a search by time is for services of one category, or for so many minutes. */
function servicesAsked(
  visits: VisitMinutes[],
  { free_from, free_minutes, category }: AskedSlots,
): (TimedLine & { id?: string | undefined })[] {
  if (free_from && free_minutes) return [onePiece(free_minutes)];
  return visits
    .filter((visit) => !free_from || !category || categoriesOf(category).includes(visit[3]))
    .map(([service_duration_minutes, processing_start_minutes, processing_minutes, , id]) => ({
      service_duration_minutes,
      processing_start_minutes,
      processing_minutes,
      id,
    }));
}
