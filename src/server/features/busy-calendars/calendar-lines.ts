import { CalendarProblem, notCalendar } from './calendar-problem.ts';

/** Name in capitals; parameters as written, each behind a semicolon. */
export type Property = { name: string; parameters: string; value: string };
export type Component = { name: string; properties: Property[]; parts: Component[] };

/** Components in components: iCalendar needs four, for the place of an alarm of an event. */
const deepest = 8;

/** The calendars of a feed. Throws CalendarProblem for anything but whole ones. */
export function calendarsOf(text: string): Component[] {
  const root: Component = { name: '', properties: [], parts: [] };
  const open = [root];
  for (const line of unfolded(text)) {
    const property = propertyOf(line);
    const inside = open.at(-1) ?? root;
    const name = property.value.toUpperCase();
    // Text that was folded wrongly may begin with such a word.
    const edge = /^[\w-]+$/.test(name) ? property.name : '';
    if (edge === 'BEGIN') {
      if (open.length > deepest || (inside === root && name !== 'VCALENDAR')) throw new CalendarProblem(notCalendar);
      const part = { name, properties: [], parts: [] };
      inside.parts.push(part);
      open.push(part);
    } else if (inside === root) throw new CalendarProblem(notCalendar);
    else if (edge === 'END') {
      if (inside.name !== name) throw new CalendarProblem(notCalendar);
      open.pop();
    } else inside.properties.push(property);
  }
  if (open.length > 1 || root.parts.length === 0) throw new CalendarProblem(notCalendar);
  return root.parts;
}

function unfolded(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue;
    if (/^[ \t]/.test(line)) lines.push((lines.pop() ?? '') + line.slice(1));
    else lines.push(line);
  }
  return lines;
}

/** Of them the parameters may hold colons, such as `TZID=GMT+08:00`, the values never. */
const timed = new Set(['DTSTART', 'DTEND', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'FREEBUSY']);

function propertyOf(line: string): Property {
  const named = line.search(/[:;]|$/);
  const name = line.slice(0, named).trim().toUpperCase();
  const at = timed.has(name) ? line.lastIndexOf(':') : line.indexOf(':');
  return at < 0
    ? { name: '', parameters: '', value: '' }
    : { name, parameters: line.slice(named, at), value: line.slice(at + 1).trim() };
}

export function all({ properties }: Component, name: string): Property[] {
  return properties.filter((property) => property.name === name);
}

/** Of a property that is given twice, the last one. */
export function textOf({ properties }: Component, name: string): string | undefined {
  return properties.findLast((property) => property.name === name)?.value;
}

/** A parameter without its quotation marks; undefined where there is none. */
export function parameterOf({ parameters }: Property, name: 'TZID' | 'RANGE' | 'FBTYPE'): string | undefined {
  const [, value] = new RegExp(`;${name}=("[^"]*|[^;]*)`, 'i').exec(parameters) ?? [];
  return value?.replace(/^"/, '').trim() || undefined;
}
