import { DAY, HOUR, MINUTE } from '#shared/constants.ts';

// All times in screens and mails are formatted here, in the zone that the caller names, never in that of the machine or
// the viewer. The words are written out because ICU's differ between versions and browsers, and contain U+202F in
// times.
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** Abbreviations of en-AU (CLDR 48). */
const shortMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const invalid = 'Invalid Date';

type Zone = { fields: Intl.DateTimeFormat; offsets: Map<number, number>; names: Map<number, string> };
const zones = new Map<string, Zone>();
const cachedDays = 4096;
/** More than there are zones. A limit is needed because callers may send a zone's name in any mixture of cases. */
const cachedZones = 1024;

function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) {
    const fields = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    zone = { fields, offsets: new Map(), names: new Map() };
    if (zones.size >= cachedZones) zones.clear();
    zones.set(name, zone);
  }
  return zone;
}

/**
 * Whether the text names an IANA time zone. An offset such as `+05:30` does not count, because it has no daylight
 * saving.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    zoneOf(text);
    return true;
  } catch {
    return false;
  }
}

function computedOffset(ms: number, zone: Zone): number {
  const fields: Record<string, number> = {};
  for (const { type, value } of zone.fields.formatToParts(ms)) fields[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/**
 * How far the zone is ahead of UTC at an instant, milliseconds. Throws a RangeError for an unknown zone or an invalid
 * instant.
 */
export function zoneOffset(ms: number, name: string): number {
  const zone = zoneOf(name);
  const day = Math.floor(ms / DAY);
  const known = zone.offsets.get(day);
  if (known !== undefined) return known;
  const atStart = computedOffset(day * DAY, zone);
  // On a day with a clock change the offset depends on the time.
  if (atStart !== computedOffset((day + 1) * DAY, zone)) return computedOffset(ms, zone);
  if (zone.offsets.size >= cachedDays) zone.offsets.clear();
  zone.offsets.set(day, atStart);
  return atStart;
}

/** Date and time in a zone; `month` begins at 1, `weekday` at 0 for Sunday. */
export function localParts(ms: number, zone: string) {
  const wall = new Date(ms + zoneOffset(ms, zone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
}

// Australian abbreviations by minutes ahead of UTC; not all browsers know them.
const eastern = { 600: 'AEST', 660: 'AEDT' };
const central = { 570: 'ACST', 630: 'ACDT' };
const australian: Partial<Record<string, Partial<Record<number, string>>>> = {
  'Australia/Melbourne': eastern,
  'Australia/Sydney': eastern,
  'Australia/Hobart': eastern,
  'Australia/Brisbane': eastern,
  'Australia/Lindeman': eastern,
  'Australia/Adelaide': central,
  'Australia/Broken_Hill': central,
  'Australia/Darwin': central,
  'Australia/Perth': { 480: 'AWST' },
  'Australia/Eucla': { 525: 'ACWST' },
  'Australia/Lord_Howe': { 630: 'LHST', 660: 'LHDT' },
};

/** `AEDT`, `AEST`, `AWST`, `LHDT`, `EST`; where no abbreviation is in use, `GMT+5:30`. */
export function zoneAbbreviation(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return '';
  const offset = zoneOffset(ms, zone);
  const { names } = zoneOf(zone);
  let name = names.get(offset);
  if (name === undefined) {
    name = australian[zone]?.[offset / MINUTE] ?? spokenName(ms, zone) ?? offsetName(offset);
    names.set(offset, name);
  }
  return name;
}

/** Asks several English locales, because each knows only the abbreviations of its own region. */
function spokenName(ms: number, timeZone: string): string | undefined {
  return ['en-AU', 'en-US', 'en-GB']
    .map((locale) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(ms))
    .map((parts) => parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')
    .find((name) => /^[A-Z]{3,5}$/.test(name));
}

function offsetName(offset: number): string {
  if (offset === 0) return 'GMT';
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const rest = minutes % 60;
  return `GMT${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${twoDigits(rest)}`}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** `Melbourne time`. */
export function zoneTitle(zone: string): string {
  return `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`;
}

/** `9:30 AM` (pattern `h:mm a`). */
export function formatSlotTime(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return invalid;
  const { hour, minute } = localParts(ms, zone);
  return `${hour % 12 || 12}:${twoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `9:30 AM AEDT`. */
export function formatTimeWithZone(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return invalid;
  return `${formatSlotTime(ms, zone)} ${zoneAbbreviation(ms, zone)}`;
}

/** `9:30 AM`, beside another instant with its zone; with its own where the clocks changed between the two. */
export function formatTimeBeside(ms: number, other: number, zone: string): string {
  return zoneOffset(ms, zone) === zoneOffset(other, zone) ? formatSlotTime(ms, zone) : formatTimeWithZone(ms, zone);
}

/** `Thursday, November 26, 2026` (pattern `eeee, MMMM d, yyyy`): of the picker of times alone (contract 6). */
export function formatDayHeading(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return invalid;
  const { year, month, day, weekday } = localParts(ms, zone);
  return `${weekdays[weekday]}, ${months[month - 1]} ${day}, ${year}`;
}

/** `26 November 2026`. */
export function formatDate(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return invalid;
  const { year, month, day } = localParts(ms, zone);
  return `${day} ${months[month - 1]} ${year}`;
}

/** The name of a month (`YYYY-MM`): `December`. */
export function formatMonth(month: string): string {
  return months[Number(month.slice(5)) - 1] ?? invalid;
}

/** `Thu 26 Nov`; with `now`, a day of another year than now's also says its own: `Thu 26 Nov 2026`. */
export function formatShortDay(ms: number, zone: string, now = ms): string {
  if (!Number.isFinite(ms)) return invalid;
  const { year, month, day, weekday } = localParts(ms, zone);
  const short = `${weekdays[weekday]?.slice(0, 3)} ${day} ${shortMonths[month - 1]}`;
  return year === localParts(now, zone).year ? short : `${short} ${year}`;
}

/** `Thu 26 Nov, 9:30 AM AEDT`; `now` as in `formatShortDay`. */
export function formatShortMoment(ms: number, zone: string, now = ms): string {
  if (!Number.isFinite(ms)) return invalid;
  return `${formatShortDay(ms, zone, now)}, ${formatTimeWithZone(ms, zone)}`;
}

/**
 * `9:30 AM to 1:00 PM`, in the end's zone, which its caller shows beside it. An end on another day has its day, and a
 * start before a clock change its own zone.
 */
export function formatTimes(start: number, end: number, zone: string): string {
  if (!Number.isFinite(start) || !Number.isFinite(end)) return invalid;
  const day = dayKey(start, zone) === dayKey(end, zone) ? '' : `${formatShortDay(end, zone)}, `;
  return `${formatTimeBeside(start, end, zone)} to ${day}${formatSlotTime(end, zone)}`;
}

/** `Thursday 26 November 2026`. */
export function formatLongDate(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return invalid;
  return `${weekdays[localParts(ms, zone).weekday]} ${formatDate(ms, zone)}`;
}

/** `Thursday 26 November 2026 at 9:30 AM AEDT`, for bookings and mails. */
export function formatDateTime(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return invalid;
  return `${formatLongDate(ms, zone)} at ${formatTimeWithZone(ms, zone)}`;
}

/** `Thu, 26 Nov 2026, 9:30 am – 5:00 pm`; a window that ends on another day has both dates. */
export function formatWindow(start: number, end: number, zone: string): string {
  if (!Number.isFinite(start) || !Number.isFinite(end)) return invalid;
  const from = `${shortDate(start, zone)}, ${formatSlotTime(start, zone).toLowerCase()}`;
  const to = formatSlotTime(end, zone).toLowerCase();
  return dayKey(start, zone) === dayKey(end, zone) ? `${from} – ${to}` : `${from} – ${shortDate(end, zone)}, ${to}`;
}

function shortDate(ms: number, zone: string): string {
  const { year, month, day, weekday } = localParts(ms, zone);
  return `${weekdays[weekday]?.slice(0, 3)}, ${day} ${shortMonths[month - 1]} ${year}`;
}

/** The date of an instant in a zone: `2026-11-26`. */
export function dayKey(ms: number, zone: string): string {
  return toLocalInput(ms, zone).slice(0, 10);
}

/** The value of a `datetime-local` input, to the minute: `2026-11-26T09:30`. Empty for an invalid instant. */
export function toLocalInput(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return '';
  const { year, month, day, hour, minute } = localParts(ms, zone);
  const date = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
  return `${date}T${twoDigits(hour)}:${twoDigits(minute)}`;
}

/**
 * The instant (epoch milliseconds) of a `datetime-local` value in a zone, undefined for any other text: a skipped time
 * moves on by the skipped hour, one that occurs twice means the first. `keep`, with which the input was filled, is
 * returned while the text still shows it.
 */
export function fromLocalInput(text: string, zone: string, keep?: number): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,3})?)?$/.exec(text);
  if (!match) return undefined;
  if (keep !== undefined && toLocalInput(keep, zone) === text.slice(0, 16)) return keep;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(wall);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || hour > 23 || minute > 59 || second > 59) return undefined;
  return wallInstant(wall, zone);
}

/** How far a clock is ahead of UTC at an instant, milliseconds. */
export type Clock = (ms: number) => number;

/**
 * The instant at which the clocks of a zone show a time (that time as if it were UTC, epoch milliseconds): of a time
 * that is skipped the one as much later, of a time that occurs twice the first.
 */
export function wallInstant(wall: number, zone: string | Clock): number {
  const ahead = typeof zone === 'string' ? (ms: number) => zoneOffset(ms, zone) : zone;
  // No zone changes twice within two days, so the offset is the one a day before or the one a day after.
  const before = ahead(wall - 24 * HOUR);
  const after = ahead(wall + 24 * HOUR);
  const first = wall - before;
  if (ahead(first) === before) return first;
  const later = wall - after;
  return ahead(later) === after ? later : first;
}

/** `Thu 26 Nov 2026, 9:30 AM AEDT`, for notifications and subjects, which are read at any time. */
export function formatShortDateTime(ms: number, zone: string): string {
  if (!Number.isFinite(ms)) return invalid;
  return `${formatShortDay(ms, zone)} ${localParts(ms, zone).year}, ${formatTimeWithZone(ms, zone)}`;
}

/** An instant as the calls and the database take it, such as `2026-11-26T09:30:00.000Z`. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
