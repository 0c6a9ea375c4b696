import { DAY, MINUTE } from '#shared/constants.ts';
import { type AvailabilityWindow, freeSlots, type SlotRule, type Span } from '#shared/rules/slots.ts';

/** JSON text of the windows that overlap [from, to), each with its free slots. */
export function slotsJson(windows: readonly AvailabilityWindow[], busy: readonly Span[], rule: SlotRule): string {
  const from = rule.from ?? -Infinity;
  const to = rule.to ?? Infinity;
  let text = '';
  for (const window of windows) {
    if (window.end <= from || window.start >= to) continue;
    text += (text === '' ? '' : ',') + windowJson(window, busy, rule);
  }
  return `[${text}]`;
}

/** JSON text of one window with its free slots. */
export function windowJson(window: AvailabilityWindow, busy: readonly Span[], rule: SlotRule): string {
  const starts = freeSlots(window, busy, rule);
  const head = `{"id":${JSON.stringify(window.id)},"start_time":"${iso(window.start)}","end_time":"${iso(window.end)}","available_slots":[`;
  return `${head}${slotTexts(starts, rule.duration_minutes * MINUTE)}]}`;
}

// A slot's text is concatenated from prepared pieces, by day and by minute of the day: `toISOString` for each instant
// would take ten times as long as everything else.
const times = Array.from({ length: DAY / MINUTE }, (_, minute) => new Date(minute * MINUTE).toISOString().slice(10));
const startPieces = times.map((time) => `${time}","end_time":"`);
const endPieces = times.map((time) => `${time}"}`);
const dates = new Map<number, string>();
const cachedDates = 4096;

/** The date (`2026-11-26`) of a UTC day counted from 1970. */
function isoDate(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    if (dates.size >= cachedDates) dates.clear();
    date = new Date(day * DAY).toISOString().slice(0, -'T00:00:00.000Z'.length);
    dates.set(day, date);
  }
  return date;
}

function iso(ms: number): string {
  if (ms % MINUTE !== 0) return new Date(ms).toISOString();
  const day = Math.floor(ms / DAY);
  return `${isoDate(day)}${times[(ms - day * DAY) / MINUTE]}`;
}

function slotTexts(starts: readonly number[], length: number): string {
  const [first] = starts;
  if (first === undefined) return '';
  // Steps and length are whole minutes, so that either all starts are on a full minute or none.
  if (first % MINUTE !== 0)
    return starts.map((start) => `{"start_time":"${iso(start)}","end_time":"${iso(start + length)}"}`).join(',');

  let text = '';
  let startDay = Number.NaN;
  let endDay = Number.NaN;
  let opening = '';
  let endDate = '';
  for (const start of starts) {
    const end = start + length;
    const day = Math.floor(start / DAY);
    if (day !== startDay) {
      // The first slot's opening has no comma, so it is not reused for the next slot.
      startDay = text === '' ? Number.NaN : day;
      opening = `${text && ','}{"start_time":"${isoDate(day)}`;
    }
    const lastDay = Math.floor(end / DAY);
    if (lastDay !== endDay) {
      endDay = lastDay;
      endDate = isoDate(lastDay);
    }
    text += opening + startPieces[(start - day * DAY) / MINUTE] + endDate + endPieces[(end - lastDay * DAY) / MINUTE];
  }
  return text;
}
