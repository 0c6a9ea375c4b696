import { type axisKinds, defaultSlotMinutes, type extraKinds, limits, type prepareKinds } from '../constants.ts';
import type { Landmark } from './hair.ts';
import { halfUp, toCents, toDollars } from './price.ts';
import type { Part, Processing } from './visit.ts';

// A visit is a list of lines: each a service with its choices and extras, as it is offered or as it was booked. Whatever
// asks how long a visit takes, which parts of it are its professional's time, what it costs and what of that is paid
// ahead, asks here.

/** How long a line takes, minutes, and when in it the professional is free. */
export type TimedLine = Processing & { service_duration_minutes: number };

/** What it costs, whole cents, and what is to be paid ahead; null where the professional's percent counts. */
export type PricedLine = { price_cents: number; deposit_cents: number | null };

/** What somebody chose, in their order: services, and choices and extras of these. */
export type Chosen = { service_ids: readonly string[]; option_ids?: readonly string[] | null | undefined };

/** What something costs and takes: whole cents, minutes. */
export type Cost = { price_cents: number; service_duration_minutes: number };
export type Choice = {
  id: string;
  name: string;
  landmark: Landmark | null;
  picture_id: string | null;
};
/** A grid of one or two axes: a row of cells for each choice of the first, in it one for each of the second. */
export type Variants = {
  axes: { kind: (typeof axisKinds)[number]; name: string; choices: Choice[] }[];
  /** Null is not offered. */
  cells: (Cost | null)[][];
};
export type Extra = Cost & { id: string; kind: (typeof extraKinds)[number]; name: string };
/** What a client does before the visit, or the extra that does it instead. */
export type PrepareItem = { id: string; kind: (typeof prepareKinds)[number]; text: string; extra_id: string | null };

/** What may be chosen of a service, as it is now. */
export type Choosable = { variants: Variants | null; extras: readonly Extra[] };
/** The ids of all choices and extras of a service. */
export function optionIdsOf({
  variants,
  extras,
}: {
  variants: { axes: readonly { choices: readonly { id: string }[] }[] } | null;
  extras: readonly { id: string }[];
}): string[] {
  return [...(variants?.axes.flatMap(({ choices }) => choices) ?? []), ...extras].map(({ id }) => id);
}

type OfferedService = Cost & Choosable & { id: string; name: string };

/** A choice or an extra as it is booked: `axis` of choices alone, price and minutes of extras alone. */
export type LineOption = {
  id: string;
  kind: 'choice' | 'extra';
  axis: string | null;
  name: string;
  price_cents: number | null;
  service_duration_minutes: number | null;
};
/** An option with the service that it is of, as it is kept where nothing is booked yet. */
export type WishedOption = LineOption & { service_id: string };

/** `is_offered`: whether there is a cell for its choices; without one the line has the price and length of none. */
export type Line<Offered> = Offered & { options: LineOption[]; is_offered: boolean };

/** Why there are no lines; of several the first of this order. */
type ChoiceFault = { kind: 'service' | 'option' } | { kind: 'choices'; messages: string[] };

/** The lines of what was chosen, from what the professional has. */
export function linesOf<Offered extends OfferedService>(
  { service_ids, option_ids }: Chosen,
  offered: readonly Offered[],
): Line<Offered>[] | ChoiceFault {
  const services = service_ids.flatMap((id) => offered.find((one) => one.id === id) ?? []);
  if (services.length < service_ids.length) return { kind: 'service' };
  const chosen = new Set(option_ids ?? []);
  const lines = services.map((service) => lineOf(service, chosen));
  const known = lines.reduce((count, { options }) => count + options.length, 0);
  if (known < chosen.size) return { kind: 'option' };
  const messages = lines.flatMap(faultsOf);
  return messages.length > 0 ? { kind: 'choices', messages } : lines;
}

/** The same where any fault means that it cannot be booked any more. */
export function linesOrNone<Offered extends OfferedService>(
  chosen: Chosen,
  offered: readonly Offered[],
): Line<Offered>[] | undefined {
  const lines = linesOf(chosen, offered);
  return Array.isArray(lines) && lines.every(({ is_offered }) => is_offered) ? lines : undefined;
}

/** A service with those of the chosen options that are its own: the axes in their order, then its extras. */
function lineOf<Offered extends OfferedService>(service: Offered, chosen: ReadonlySet<string>): Line<Offered> {
  const { axes = [], cells = [] } = service.variants ?? {};
  const none = { price_cents: null, service_duration_minutes: null };
  const choices = axes.flatMap(({ name: axis, choices }) =>
    choices
      .filter(({ id }) => chosen.has(id))
      .map(({ id, name }): LineOption => ({ id, kind: 'choice', axis, name, ...none })),
  );
  const extras = service.extras.filter(({ id }) => chosen.has(id));
  const [row, column = 0] = axes.map(({ choices }) => choices.findIndex(({ id }) => chosen.has(id)));
  const cell = row === undefined ? service : cells[row]?.[column];
  const cost = costOf([cell ?? service, ...extras]);
  const options = [
    ...choices,
    ...extras.map(({ kind: _, ...extra }): LineOption => ({ ...extra, kind: 'extra', axis: null })),
  ];
  return { ...service, ...cost, options, is_offered: cell != null };
}

function costOf(parts: readonly Cost[]): Cost {
  return { price_cents: totalCents(parts), service_duration_minutes: totalMinutes(parts) };
}

/** The chosen options of a quoted service, which leaves some axes open; undefined where one is not its own. */
export function optionsOf(
  service: OfferedService,
  option_ids: readonly string[],
): LineOption[] | { messages: string[] } | undefined {
  const chosen = new Set(option_ids);
  const { options } = lineOf(service, chosen);
  if (options.length < chosen.size) return undefined;
  const axes = (service.variants?.axes ?? []).filter(
    ({ choices }) => choices.filter(({ id }) => chosen.has(id)).length > 1,
  );
  return axes.length > 0 ? { messages: axes.map((axis) => chooseText(axis, service)) } : options;
}

const chooseText = (axis: { name: string }, service: { name: string }) => `Choose ${axis.name} for ${service.name}.`;

/** What is wrong with the options of a line. Without one choice of each axis nothing is known of its cell. */
function faultsOf({ name, variants, options, ...line }: Line<OfferedService>): string[] {
  const axes = (variants?.axes ?? []).filter(
    ({ choices }) => choices.filter(({ id }) => options.some((one) => one.id === id)).length !== 1,
  );
  if (axes.length > 0) return axes.map((axis) => chooseText(axis, { name }));
  const { duration, price } = limits;
  const isTooMuch = line.service_duration_minutes > duration.max || line.price_cents > price.max * 100;
  const most = `${duration.max.toLocaleString('en-AU')} minutes and $${price.max.toLocaleString('en-AU')}`;
  return isTooMuch ? [`${name} with its extras must be at most ${most}.`] : [];
}

/** What the client of these lines does before the visit, or what an extra of theirs does; `ready` are ticked. */
export function prepareOf(
  lines: readonly { options: readonly { id: string }[]; prepare?: readonly PrepareItem[] }[],
  ready: readonly string[] = [],
) {
  return lines.flatMap(({ options, prepare = [] }) =>
    prepare.map((item) => {
      const isDone = options.some(({ id }) => id === item.extra_id);
      const by = isDone ? ('professional' as const) : ('client' as const);
      return { ...item, by, ready: !isDone && ready.includes(item.id) };
    }),
  );
}

/** A line as texts name it: `Knotless braids, small, waist, take-down`. */
export function lineName({ name, options }: { name: string; options: readonly { name: string }[] }): string {
  return [name, ...options.map((one) => one.name)].join(', ');
}

/** The text of a line that is not offered like that. */
export function notOfferedText({ name }: { name: string }): string {
  return `${name} is not offered like that.`;
}

/** How long a visit takes, and the parts of it that take its professional's time. */
export type Visit = { duration_minutes: number; parts: readonly Part[] };

/** The visit of these lines, one after another; without any it has the length by which slots are listed then. */
export function visitOf(lines: readonly TimedLine[]): Visit {
  if (lines.length === 0)
    return { duration_minutes: defaultSlotMinutes, parts: [{ start: 0, end: defaultSlotMinutes }] };
  return { duration_minutes: totalMinutes(lines), parts: partsOf(lines) };
}

/** The lines without their processing times, those that touch as one. */
function partsOf(lines: readonly TimedLine[]): Part[] {
  const parts: Part[] = [];
  const take = (start: number, end: number) => {
    const before = parts.at(-1);
    if (before?.end === start) before.end = end;
    else parts.push({ start, end });
  };
  let at = 0;
  for (const { service_duration_minutes, processing_start_minutes: from, processing_minutes: length } of lines) {
    const end = at + service_duration_minutes;
    if (from !== null && length !== null) {
      take(at, at + from);
      take(at + from + length, end);
    } else {
      take(at, end);
    }
    at = end;
  }
  return parts;
}

export function totalMinutes(lines: readonly { service_duration_minutes: number }[]): number {
  return lines.reduce((sum, line) => sum + line.service_duration_minutes, 0);
}

export function totalCents(lines: readonly { price_cents: number }[]): number {
  return lines.reduce((sum, line) => sum + line.price_cents, 0);
}

/** The same of lines as answers have them, dollars; added in whole cents. */
export function totalPrice(lines: readonly { price: number }[]): number {
  return toDollars(totalCents(lines.map(({ price }) => ({ price_cents: toCents(price) }))));
}

/** What is to be paid ahead, cents: each line's rounded half up, together at most their total. 0 is none. */
export function depositCents(lines: readonly PricedLine[], percent: number): number {
  const asked = lines.map(({ price_cents, deposit_cents }) => deposit_cents ?? halfUp(price_cents * percent, 100));
  return Math.min(
    asked.reduce((sum, cents) => sum + cents, 0),
    totalCents(lines),
  );
}
