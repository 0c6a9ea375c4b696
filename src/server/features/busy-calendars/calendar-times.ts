import { busyCalendarBounds } from '#shared/constants.ts';
import { merged, type Span } from '#shared/rules/slots.ts';
import { zoneOffset } from '#shared/time.ts';
import { uuidPattern } from '#shared/wire.ts';
import { clocksOf } from './calendar-clocks.ts';
import { calendarsOf, textOf } from './calendar-lines.ts';
import { CalendarProblem, tooManyTimes } from './calendar-problem.ts';
import { type Reading, spansOfEvents, spansOfFreeBusy } from './calendar-series.ts';

/** When a feed says that somebody is busy. `ofUids`: events whose UID may name a booking of Saluni. */
export type CalendarTimes = { busy: Span[]; ofUids: { uid: string; spans: Span[] }[] };

/** Only times that overlap `range` are read from a feed; `zone` is the professional's. */
export type Feed = { text: string; zone: string; range: Span };

/** Throws CalendarProblem for an incomplete calendar, and for one with too much in it; broken events are left out. */
export function calendarTimes({ text, zone, range }: Feed): CalendarTimes {
  const calendars = calendarsOf(text);
  const parts = Map.groupBy(
    calendars.flatMap((calendar) => calendar.parts),
    ({ name }) => name,
  );
  const events = parts.get('VEVENT') ?? [];
  const lists = parts.get('VFREEBUSY') ?? [];
  if (events.length + lists.length > busyCalendarBounds.events) throw new CalendarProblem(tooManyTimes);
  const own = (ms: number) => zoneOffset(ms, zone);
  const clockOf = clocksOf(parts.get('VTIMEZONE') ?? [], range);
  const named = calendars.map((calendar) => textOf(calendar, 'X-WR-TIMEZONE')).find((name) => name);
  const reading: Reading = { range, own, clockOf, usual: (named && clockOf(named)) || own };
  let count = 0;
  const inRange = (spans: Iterable<Span>) => {
    const kept: Span[] = [];
    for (const { start, end } of spans) {
      if (end <= start || end <= range.start || start >= range.end) continue;
      kept.push({ start, end: Math.min(end, range.end) });
      if (++count > busyCalendarBounds.times) throw new CalendarProblem(tooManyTimes);
    }
    return kept;
  };
  const busy = lists.flatMap((list) => inRange(spansOfFreeBusy(list, reading)));
  const ofUids: CalendarTimes['ofUids'] = [];
  // An event without a UID stands alone.
  for (const [uid, ofUid] of Map.groupBy(events, (event) => textOf(event, 'UID') || event)) {
    const spans = inRange(spansOfEvents(ofUid, reading));
    if (typeof uid !== 'string' || !uuidPattern.test(uid)) busy.push(...spans);
    else if (spans.length > 0) ofUids.push({ uid: uid.toLowerCase(), spans });
  }
  return { busy: merged(busy), ofUids };
}
