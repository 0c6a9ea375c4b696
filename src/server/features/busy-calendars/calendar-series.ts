import { DAY } from '#shared/constants.ts';
import type { Span } from '#shared/rules/slots.ts';
import { type Clock, wallInstant } from '#shared/time.ts';
import { utc } from './calendar-clocks.ts';
import { all, type Component, type Property, parameterOf, textOf } from './calendar-lines.ts';
import { CalendarProblem } from './calendar-problem.ts';
import { durationOf, type Stamp, stampOf, timesOfRule } from './calendar-stamps.ts';

/** What a feed is read with: `usual` is the clock of times that name none, or an unknown one. */
export type Reading = { range: Span; own: Clock; usual: Clock; clockOf: (tzid: string) => Clock | undefined };

/** Without a clock it goes by that of what it stands in. */
type Moment = Stamp & { clock?: Clock | undefined };

/** An event that says when it is. `usual` is the clock of its other times; `spanAt` takes a start by `clock`. */
type Series = {
  event: Component;
  wall: number;
  isDate: boolean;
  clock: Clock;
  usual: Clock;
  spanAt: (wall: number) => Span;
};

/** What an event with a RECURRENCE-ID changes, and into what; that is missing where it does not say when it is. */
type Change = { moment: Moment; isLater: boolean; into: Series | undefined; isKept: boolean };

/** What becomes of the times of a series from one on, until the next such change; nothing without `into`. */
type LaterChange = { from: number; shift: number; into: Series | undefined };

const midnight = (wall: number) => Math.floor(wall / DAY) * DAY;

/** The busy times of the events of one UID, also some beyond the range. What cannot be read is left out. */
export function spansOfEvents(events: readonly Component[], reading: Reading): Span[] {
  const changes = events.flatMap((event) => changeOf(event, reading) ?? []);
  return events.flatMap((event) => {
    try {
      const series = seriesOf(event, reading);
      // A changed time stands on its own, whatever else is known of its series.
      return series ? spansOfSeries(series, isChange(event) ? [] : changes, reading) : [];
    } catch (error) {
      if (error instanceof CalendarProblem) throw error;
      return [];
    }
  });
}

const isChange = (event: Component) => textOf(event, 'RECURRENCE-ID') !== undefined;

function changeOf(event: Component, reading: Reading): Change | undefined {
  const id = all(event, 'RECURRENCE-ID').at(-1);
  const moment = id && momentOf(id.value, id, reading);
  if (!moment) return undefined;
  const into = seriesOf(event, reading);
  const isGone = !isBusy(event);
  // One that does not say when it is changes nothing, unless it cancels.
  if (!into && !isGone) return undefined;
  const isLater = parameterOf(id, 'RANGE')?.toUpperCase() === 'THISANDFUTURE';
  // With a rule of its own it goes on by that.
  return { moment, isLater, into, isKept: !isGone && all(event, 'RRULE').length === 0 };
}

const free = new Set(['FREE', 'WORKINGELSEWHERE']);

function isBusy(event: Component): boolean {
  const value = (name: string) => textOf(event, name)?.toUpperCase() ?? '';
  if (value('STATUS') === 'CANCELLED' || value('TRANSP') === 'TRANSPARENT') return false;
  return !free.has(value('X-MICROSOFT-CDO-BUSYSTATUS'));
}

/** One of the times of a property. */
function momentOf(text: string | undefined, property: Property, { own, clockOf }: Reading): Moment | undefined {
  const stamp = stampOf(text);
  if (!stamp) return undefined;
  const tzid = parameterOf(property, 'TZID');
  return { ...stamp, clock: stamp.isDate ? own : stamp.isUtc ? utc : tzid === undefined ? undefined : clockOf(tzid) };
}

function lastMoment(event: Component, name: string, reading: Reading): Moment | undefined {
  const property = all(event, name).at(-1);
  return property && momentOf(property.value, property, reading);
}

function seriesOf(event: Component, reading: Reading): Series | undefined {
  const start = lastMoment(event, 'DTSTART', reading);
  if (!start) return undefined;
  const { wall: first, isDate, isUtc, clock = reading.usual } = start;
  const usual = isDate || isUtc ? reading.usual : clock;
  const end = lastMoment(event, 'DTEND', reading);
  const { days, ms } = durationOf(textOf(event, 'DURATION')) ?? { days: 0, ms: 0 };
  // Without an end a date is one day, and a time takes none.
  const dates = Math.max(1, Math.ceil((end ? end.wall - first : days * DAY + ms) / DAY));
  const length = end && wallInstant(end.wall, end.clock ?? usual) - wallInstant(first, clock);
  const endAt = (wall: number) => {
    if (isDate) return wallInstant(wall + dates * DAY, clock);
    return length === undefined ? wallInstant(wall + days * DAY, clock) + ms : wallInstant(wall, clock) + length;
  };
  const spanAt = (wall: number) => ({ start: wallInstant(wall, clock), end: endAt(wall) });
  return { event, wall: first, isDate, clock, usual, spanAt };
}

/** Where a series has a time: its date, or its instant, which does not depend on how it is written. */
function placeOf(series: Series, { usual }: Reading, { wall, isDate, isUtc, clock = series.usual }: Moment): number {
  if (series.isDate) return midnight(isUtc ? wall + usual(wall) : wall);
  return isDate ? wallInstant(wall + series.wall - midnight(series.wall), series.clock) : wallInstant(wall, clock);
}

const wallOf = ({ isDate, clock }: Series, place: number) => (isDate ? place : place + clock(place));

function spansOfSeries(series: Series, changes: readonly Change[], reading: Reading): Span[] {
  const { event, spanAt } = series;
  const left = new Set(
    all(event, 'EXDATE').flatMap((property) =>
      property.value.split(',').flatMap((text) => {
        const moment = momentOf(text, property, reading);
        return moment ? [placeOf(series, reading, moment)] : [];
      }),
    ),
  );
  const later: LaterChange[] = [];
  for (const { moment, isLater, into, isKept } of changes) {
    const from = placeOf(series, reading, moment);
    if (!isLater) left.add(from);
    else if (into && isKept) later.push({ from, shift: into.wall - wallOf(series, from), into });
    else later.push({ from, shift: 0, into: undefined });
  }
  later.sort((one, other) => one.from - other.from);
  const isKept = isBusy(event);
  if (!isKept && later.length === 0) return [];
  return occurrencesOf(series, later, reading).flatMap(({ place, span }) => {
    if (left.has(place)) return [];
    const change = later.findLast(({ from }) => from <= place);
    if (change) return change.into ? [change.into.spanAt(wallOf(series, place) + change.shift)] : [];
    return isKept ? [span ?? spanAt(wallOf(series, place))] : [];
  });
}

type Occurrence = { place: number; span?: Span | undefined };

/** The times of a series around the range, before any change; `span` of one that says itself how long it is. */
function occurrencesOf(series: Series, later: readonly LaterChange[], reading: Reading): Occurrence[] {
  const { event, isDate, clock, usual } = series;
  const around = reach(series, later, reading);
  const rules = all(event, 'RRULE').flatMap(({ value }) => timesOfRule(value, series.wall, around) ?? []);
  const ruled = rules.flatMap(({ walls, until }) => {
    const places = walls.map((wall) => (isDate ? midnight(wall) : wallInstant(wall, clock)));
    if (!until) return places;
    const last =
      until.isDate && !isDate
        ? // All of the date.
          wallInstant(until.wall + DAY, usual) - 1
        : placeOf(series, reading, { ...until, ...(until.isUtc && { clock: utc }) });
    return places.filter((place) => place <= last);
  });
  const dates = all(event, 'RDATE').flatMap((property) =>
    property.value.split(',').flatMap((text): Occurrence[] => {
      const moment = momentOf(text.split('/')[0], property, reading);
      if (!moment) return [];
      const span = text.includes('/') ? periodOf(text, property, reading, usual) : undefined;
      return [{ place: placeOf(series, reading, moment), span }];
    }),
  );
  // Without a rule that can be read the start counts alone.
  const places = rules.length > 0 ? ruled : [isDate ? series.wall : wallInstant(series.wall, clock)];
  return [...places.map((place) => ({ place })), ...dates];
}

/** From where to where, by its clock, a series may have times that end up in the range. */
function reach(series: Series, later: readonly LaterChange[], { range }: Reading): Span {
  const lengths = [series, ...later.flatMap(({ into }) => into ?? [])].map(({ wall, spanAt }) => {
    const span = spanAt(wall);
    return span.end - span.start;
  });
  const shifts = later.map(({ shift }) => shift);
  return {
    start: range.start - Math.max(...lengths) - Math.max(0, ...shifts) - 2 * DAY,
    end: range.end - Math.min(0, ...shifts) + 2 * DAY,
  };
}

/** A period of a list or of an RDATE: from when to when, or for how long. */
function periodOf(text: string, property: Property, reading: Reading, usual: Clock): Span | undefined {
  const [begin, finish] = text.split('/');
  const start = momentOf(begin, property, reading);
  if (!start) return undefined;
  const { wall, clock = usual } = start;
  const end = momentOf(finish, property, reading);
  const { days, ms } = durationOf(finish) ?? { days: 0, ms: 0 };
  return {
    start: wallInstant(wall, clock),
    end: end ? wallInstant(end.wall, end.clock ?? usual) : wallInstant(wall + days * DAY, clock) + ms,
  };
}

/** The busy times of a VFREEBUSY, which lists them. */
export function spansOfFreeBusy(list: Component, reading: Reading): Span[] {
  return all(list, 'FREEBUSY')
    .filter((property) => parameterOf(property, 'FBTYPE')?.toUpperCase() !== 'FREE')
    .flatMap((property) =>
      property.value.split(',').flatMap((text) => periodOf(text, property, reading, reading.usual) ?? []),
    );
}
