import ICAL from 'ical.js';
import ical, { type VEvent } from 'node-ical';
import { busyCalendarBounds, DAY } from '#shared/constants.ts';
import { merged, type Span } from '#shared/rules/slots.ts';
import { isTimeZone, wallInstant } from '#shared/time.ts';
import { uuidPattern } from '#shared/wire.ts';

/** When a feed says that somebody is busy. `ofUids`: events whose UID may name a booking of Saluni. */
export type CalendarTimes = { busy: Span[]; ofUids: { uid: string; spans: Span[] }[] };

/** Only times that overlap `range` are read from a feed; `zone` is the professional's. */
export type Wanted = { text: string; zone: string; range: Span };

/** Why a feed cannot be used, as people read it. */
export class CalendarProblem extends Error {}

export const notCalendar = "That isn't a calendar address: there's no whole calendar behind it.";
export const tooManyTimes = 'The calendar has too many events.';

/** Throws CalendarProblem for an incomplete calendar, and for one with too much in it; broken events are left out. */
export function calendarTimes({ text, zone, range }: Wanted): CalendarTimes {
  const lines = unfolded(text);
  if (!isWhole(lines)) throw new CalendarProblem(notCalendar);
  const { zones, calendarZone, events } = partsOf(lines);
  if (events.length > busyCalendarBounds.events) throw new CalendarProblem(tooManyTimes);
  const resolve = zoneResolver(calendarZone, zone, (tzid) => zoneOfRules(zones.get(tzid), zone, range));
  const times: CalendarTimes = { busy: [], ofUids: [] };
  let count = 0;
  for (const [uid, ofUid] of groups(events)) {
    const spans = spansOfEvent(
      ofUid.flatMap((event) => event.lines.map(resolve)),
      zone,
      range,
    );
    count += spans.length;
    if (count > busyCalendarBounds.times) throw new CalendarProblem(tooManyTimes);
    if (spans.length === 0) continue;
    if (uuidPattern.test(uid)) times.ofUids.push({ uid: uid.toLowerCase(), spans });
    else times.busy.push(...spans);
  }
  return { ...times, busy: merged(times.busy) };
}

type Event = { uid: string; lines: string[] };

/** The lines of a file, names in capitals, as node-ical knows them. */
function unfolded(text: string): string[] {
  return text
    .replace(/^\ufeff/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^[a-z-]+/i, (name) => name.toUpperCase()));
}

const begins = (line: string | undefined, what: string) => line?.trim().toUpperCase() === what;

function isWhole(lines: readonly string[]): boolean {
  return begins(lines[0], 'BEGIN:VCALENDAR') && begins(lines.at(-1), 'END:VCALENDAR');
}

/** A feed's time zones by name, the zone it names for itself, and its events without the alarms inside them. */
function partsOf(lines: readonly string[]) {
  const zones = new Map<string, string[]>();
  const events: Event[] = [];
  let calendarZone: string | undefined;
  const open: string[] = [];
  let part: string[] = [];
  for (const line of lines) {
    const [, kind = '', what = ''] = /^(BEGIN|END):\s*([\w-]+)/i.exec(line) ?? [];
    const name = what.toUpperCase();
    if (kind.toUpperCase() === 'BEGIN') {
      open.push(name);
      if (name === 'VEVENT' || name === 'VTIMEZONE') part = [];
    }
    const inside = open.at(-1);
    // Alarms have properties of the same names.
    if (inside === 'VEVENT' || open.includes('VTIMEZONE')) part.push(line);
    if (inside === 'VCALENDAR') calendarZone ??= /^X-WR-TIMEZONE(?:;[^:]*)?:(.+)$/i.exec(line)?.[1]?.trim();
    if (kind.toUpperCase() !== 'END') continue;
    open.pop();
    if (name === 'VEVENT') events.push({ uid: propertyOf(part, 'UID'), lines: part });
    if (name === 'VTIMEZONE') zones.set(propertyOf(part, 'TZID'), part);
  }
  return { zones, calendarZone, events };
}

function propertyOf(lines: readonly string[], name: string): string {
  const pattern = new RegExp(`^${name}(?:;[^:]*)?:(.*)$`, 'i');
  return lines.map((line) => pattern.exec(line)?.[1]?.trim()).find((value) => value !== undefined) ?? '';
}

/** An event with its changed instances; those without a UID stand alone. */
function groups(events: readonly Event[]): [uid: string, events: Event[]][] {
  const named = Map.groupBy(events, (event) => event.uid);
  return [...named].flatMap(([uid, own]): [string, Event[]][] =>
    uid === '' ? own.map((event) => [uid, [event]]) : [[uid, own]],
  );
}

const dateTime = /^(DTSTART|DTEND|EXDATE|RECURRENCE-ID)((?:;(?:"[^"]*"|[^":])*)?):(.*\d{8}T\d{6}(?!\d|Z).*)$/i;
const zoneOfLine = /;TZID=("[^"]*"|[^";:]*)/i;

/** Gives each line with a time an IANA zone: its own where that is known, else the calendar's. */
function zoneResolver(calendarZone: string | undefined, own: string, ofRules: (tzid: string) => string | undefined) {
  const known = new Map<string, string | undefined>();
  const knownAs = (tzid: string) => {
    if (!known.has(tzid)) known.set(tzid, isTimeZone(tzid) ? tzid : (windowsZone(tzid) ?? ofRules(tzid)));
    return known.get(tzid);
  };
  const fallback = (calendarZone === undefined ? undefined : knownAs(calendarZone)) ?? own;
  return (line: string): string => {
    const [, name, parameters = '', value] = dateTime.exec(line) ?? [];
    if (name === undefined) return line;
    const tzid = zoneOfLine.exec(parameters)?.[1]?.replace(/^"|"$/g, '') ?? '';
    const zone = (tzid === '' ? undefined : knownAs(tzid)) ?? fallback;
    return `${name}${parameters.replace(zoneOfLine, '')};TZID=${zone}:${value}`;
  };
}

/**
 * The IANA zone with the same clock as a VTIMEZONE, compared at noon of each day of the range and the year before it.
 * node-ical would read rules under a made-up name by this machine's clock.
 */
function zoneOfRules(lines: readonly string[] | undefined, own: string, range: Span): string | undefined {
  if (!lines) return undefined;
  try {
    const rules = new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[]));
    const noons: { wall: number; offset: number }[] = [];
    for (let wall = Math.floor(range.start / DAY - 366) * DAY + DAY / 2; wall < range.end; wall += DAY)
      noons.push({ wall, offset: rules.utcOffset(ICAL.Time.fromJSDate(new Date(wall), true)) * 1_000 });
    return [own, 'UTC', ...Intl.supportedValuesOf('timeZone')].find((zone) =>
      noons.every(({ wall, offset }) => wall - wallInstant(wall, zone) === offset),
    );
  } catch {
    return undefined;
  }
}

/** The IANA zone of a name that Windows and Outlook use; undefined for an unknown one. */
function windowsZone(tzid: string): string | undefined {
  // node-ical reads these by this machine's clock.
  if (/^(tzone:|Customized Time Zone)/i.test(tzid) || /[";:\r\n]/.test(tzid)) return undefined;
  const lines = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:x', `DTSTART;TZID=${tzid}:20260101T120000`, 'END:VEVENT'];
  const event = parse([...lines, 'END:VCALENDAR']);
  const { tz = '' } = (event?.start ?? {}) as { tz?: string };
  return isTimeZone(tz) && tz !== tzid ? tz : undefined;
}

function parse(lines: readonly string[]): VEvent | undefined {
  return Object.values(ical.sync.parseICS(lines.join('\r\n'))).find((one): one is VEvent => one?.type === 'VEVENT');
}

/** The busy times of one event in the range; none where it cannot be read. */
function spansOfEvent(lines: readonly string[], zone: string, range: Span): Span[] {
  // Without a UID: node-ical would use it as a key of an object.
  const unnamed = lines.filter((line) => !/^UID[;:]/i.test(line));
  const named = unnamed.flatMap((line) => (begins(line, 'BEGIN:VEVENT') ? [line, 'UID:x'] : [line]));
  try {
    const event = parse(['BEGIN:VCALENDAR', ...named, 'END:VCALENDAR']);
    if (!event?.start) return [];
    // Two days more on each side, for dates of any zone and for events that begin before the range.
    const around = { from: new Date(range.start - 2 * DAY), to: new Date(range.end + 2 * DAY) };
    return ical
      .expandRecurringEvent(event, { ...around, expandOngoing: true })
      .filter((instance) => isBusy(instance.event))
      .map(({ start, end, isFullDay }) => ({
        start: isFullDay ? dayStart(start, zone) : start.getTime(),
        end: isFullDay ? dayStart(end, zone) : end.getTime(),
      }))
      .filter(({ start, end }) => end > start && end > range.start && start < range.end)
      .map(({ start, end }) => ({ start, end: Math.min(end, range.end) }));
  } catch (error) {
    // node-ical gives up after 10,000 times of a rule, twice as many as a feed may have.
    if (error instanceof Error && /Maximum iterations/.test(error.message)) throw new CalendarProblem(tooManyTimes);
    return [];
  }
}

/** When a date begins on the professional's clock; node-ical has its midnight on this machine's clock. */
function dayStart(date: Date, zone: string): number {
  return wallInstant(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()), zone);
}

const free = new Set(['FREE', 'WORKINGELSEWHERE']);

function isBusy(event: VEvent): boolean {
  const property = (name: string) => textOf((event as unknown as Record<string, unknown>)[name]).toUpperCase();
  if (property('status') === 'CANCELLED' || property('transparency') === 'TRANSPARENT') return false;
  return !free.has(property('MICROSOFT-CDO-BUSYSTATUS'));
}

/** Of a property that is given twice, the last one. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return textOf(value.at(-1));
  if (typeof value === 'object' && value !== null && 'val' in value) return textOf(value.val);
  return typeof value === 'string' ? value.trim() : '';
}
