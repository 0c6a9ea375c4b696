import ical, { type VEvent } from 'node-ical';
import { DAY } from '#shared/constants.ts';
import type { Span } from '#shared/rules/slots.ts';
import { type Clock, isTimeZone, zoneOffset } from '#shared/time.ts';
import { all, type Component, textOf } from './calendar-lines.ts';
import { offsetOf, stampOf, timesOfRule } from './calendar-stamps.ts';

export const utc: Clock = () => 0;

/** The clocks that a feed names, some of which it describes itself; undefined for an unknown name. */
export function clocksOf(described: readonly Component[], range: Span): (tzid: string) => Clock | undefined {
  const rules = new Map(described.map((zone) => [textOf(zone, 'TZID'), zone]));
  const known = new Map<string, Clock | undefined>();
  return (tzid) => {
    if (!known.has(tzid)) known.set(tzid, clockOf(tzid, rules.get(tzid), range));
    return known.get(tzid);
  };
}

/** What a feed says of a name such as `EST` comes before what it means elsewhere; a place means the same everywhere. */
function clockOf(tzid: string, described: Component | undefined, range: Span): Clock | undefined {
  const zone = zoneOfPath(tzid) ?? windowsZone(tzid);
  const ofZone: Clock | undefined = zone === undefined ? undefined : (ms) => zoneOffset(ms, zone);
  const ofRules = described && clockOfRules(described, range);
  return zone?.includes('/') ? ofZone : (ofRules ?? ofZone ?? clockOfOffset(tzid));
}

/** Names have up to three parts, with a path before them in some feeds. */
function zoneOfPath(tzid: string): string | undefined {
  const parts = tzid.split('/').slice(-3);
  return parts.map((_, first) => parts.slice(first).join('/')).find(isTimeZone);
}

/** The IANA zone of a name that Windows and Outlook use. */
function windowsZone(tzid: string): string | undefined {
  // These node-ical reads by this machine's clock.
  if (/^(tzone:|Customized Time Zone)|"/i.test(tzid)) return undefined;
  const lines = ['VCALENDAR', 'VEVENT'].map((name) => `BEGIN:${name}`);
  const text = [...lines, 'UID:x', `DTSTART;TZID="${tzid}":20260101T120000`, 'END:VEVENT', 'END:VCALENDAR'].join('\n');
  const [event] = Object.values(ical.sync.parseICS(text)).filter((one): one is VEvent => one?.type === 'VEVENT');
  const zone: unknown = (event?.start as { tz?: unknown } | undefined)?.tz;
  return typeof zone === 'string' && zone !== tzid && isTimeZone(zone) ? zone : undefined;
}

/** Of `(UTC+08:00) Somewhere`, `GMT+8`, `+0800`. */
function clockOfOffset(tzid: string): Clock | undefined {
  const [, offset] = /^\(?(?:UTC|GMT)?([+-]\d\d?:?\d{0,2})(?:\)|$)/i.exec(tzid) ?? [];
  const ahead = offsetOf(offset);
  return ahead === undefined || Math.abs(ahead) > DAY ? undefined : () => ahead;
}

type Change = { at: number; before: number; after: number };

/** Years before the range from which rules are read. */
const years = 10;

function clockOfRules({ parts }: Component, range: Span): Clock | undefined {
  const span = { start: range.start - years * 366 * DAY, end: range.end + 366 * DAY };
  const changes = parts.flatMap((part) => changesOf(part, span)).sort((one, other) => one.at - other.at);
  const [first] = changes;
  return first && ((ms) => changes.findLast(({ at }) => at <= ms)?.after ?? first.before);
}

/** When the clocks change to standard or to daylight saving time, as one part of a zone has it. */
function changesOf(part: Component, span: Span): Change[] {
  const start = stampOf(textOf(part, 'DTSTART'))?.wall;
  const before = offsetOf(textOf(part, 'TZOFFSETFROM'));
  const after = offsetOf(textOf(part, 'TZOFFSETTO'));
  if (start === undefined || before === undefined || after === undefined) return [];
  const dates = all(part, 'RDATE').flatMap(({ value }) => value.split(',').map((text) => stampOf(text)?.wall ?? []));
  const rule = timesOfRule(textOf(part, 'RRULE') ?? '', start, span);
  const until = rule?.until;
  const last = until ? until.wall - (until.isUtc ? 0 : before) : Number.POSITIVE_INFINITY;
  const ruled = (rule?.walls ?? []).filter((wall) => wall - before <= last);
  return [start, ...dates.flat(), ...ruled].map((wall) => ({ at: wall - before, before, after }));
}
