import { DAY, defaultSlotMinutes, MINUTE } from '#shared/constants.ts';
import { totalMinutes } from '#shared/duration.ts';

/** Half-open [start, end), epoch milliseconds. */
export type Span = { start: number; end: number };
export type AvailabilityWindow = Span & { id: string };

/** Minutes are whole; `now`, `from` and `to` are epoch milliseconds. `from` and `to` keep only the slots that start in [from, to). */
export type SlotRule = {
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  duration_minutes: number;
  now: number;
  from?: number | undefined;
  to?: number | undefined;
};

/** Length of a slot for the chosen services (contract 5), minutes. */
export function slotMinutes(services: readonly { service_duration_minutes: number }[]): number {
  return services.length === 0 ? defaultSlotMinutes : totalMinutes(services);
}

/** First instant of a window's grid after `instant`, free or not. Epoch milliseconds. */
export function gridAfter(window: Span, slotIntervalMinutes: number, instant: number): number {
  const step = slotIntervalMinutes * MINUTE;
  return window.start + step * Math.max(0, Math.floor((instant - window.start) / step) + 1);
}

/**
 * Free starts of a window (epoch milliseconds, ascending). `busy` is sorted, without overlaps; it must include busy times within the buffer
 * around the window, and may include others.
 */
export function freeSlots(window: Span, busy: readonly Span[], rule: SlotRule): number[] {
  const step = rule.slot_interval_minutes * MINUTE;
  const length = rule.duration_minutes * MINUTE;
  const buffer = rule.buffer_minutes * MINUTE;
  const notBefore = window.start + step * Math.max(0, Math.ceil(((rule.from ?? window.start) - window.start) / step));
  const latest = Math.min(window.end - length, (rule.to ?? Infinity) - 1);

  const starts: number[] = [];
  let start = Math.max(notBefore, gridAfter(window, rule.slot_interval_minutes, rule.now + rule.min_notice_minutes * MINUTE));
  for (let i = firstEndingAfter(busy, start - buffer); start <= latest; i++) {
    const next = busy[i];
    const clearUntil = next ? Math.min(latest, next.start - buffer - length) : latest;
    for (; start <= clearUntil; start += step) starts.push(start);
    if (!next) break;
    const blocked = next.end + buffer - start;
    if (blocked > 0) start += step * Math.ceil(blocked / step);
  }
  return starts;
}

/** Finds the window with a free slot at exactly this instant, by means of `freeSlots`. `windows` are sorted, without overlaps. */
export function isOffered<W extends Span>(start: number, windows: readonly W[], busy: readonly Span[], rule: SlotRule): W | undefined {
  const window = windows[firstEndingAfter(windows, start)];
  if (!window || window.start > start) return undefined;
  const from = Math.max(start, rule.from ?? start);
  const to = Math.min(start + 1, rule.to ?? Infinity);
  return freeSlots(window, busy, { ...rule, from, to }).length > 0 ? window : undefined;
}

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

/** Index of the first span that ends after the instant, or the number of spans. */
function firstEndingAfter(spans: readonly Span[], instant: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.end ?? Infinity) > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}

// A slot's text is concatenated from prepared pieces, by day and by minute of the day: `toISOString` for each instant would take ten times
// as long as everything else.
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
  if (first % MINUTE !== 0) return starts.map((start) => `{"start_time":"${iso(start)}","end_time":"${iso(start + length)}"}`).join(',');

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
