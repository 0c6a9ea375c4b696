import type { Quote } from '#shared/quotes.ts';
import { totalMinutes, totalPrice } from '#shared/rules/lines.ts';
import type { Service } from '#shared/services.ts';
import { type Choices, visitOf } from './choices.ts';

/** What is asked of a service here. */
export type Optioned = Pick<
  Service,
  | 'id'
  | 'name'
  | 'category'
  | 'price'
  | 'price_max'
  | 'service_duration_minutes'
  | 'duration_max'
  | 'extras'
  | 'prepare'
  | 'variants'
> & { professional: { id: string } | null };

/** A service as it is chosen so far; its price and length are of that, from the lowest to the highest that it may be. */
export type ChosenLine<Offered extends Service = Service> = Offered & {
  options: { id: string; name: string }[];
  /** Whether it can be booked like that: one choice of each axis, together offered. */
  isWhole: boolean;
};

/** What the steps of a booking show of a line, be it chosen or quoted. */
export type VisitLine = Pick<
  ChosenLine,
  'id' | 'name' | 'price' | 'service_duration_minutes' | 'options' | 'isWhole' | 'preparation' | 'min_length_cm'
> & { professional: { id: string; display_name: string } };

/** The line of a quote. */
export function quotedLine({ service, professional, options, price, service_duration_minutes }: Quote): VisitLine {
  const line = { ...service, professional, options, price, service_duration_minutes };
  return { ...line, isWhole: true, preparation: null, min_length_cm: null };
}

/** The line of a service with those of the options that are its own. Dollars, minutes. */
export function chosenLine<Offered extends Service>(
  service: Offered,
  optionIds: readonly string[],
): ChosenLine<Offered> {
  const axes = service.variants?.axes ?? [];
  const choices = axes.map((axis) => axis.choices.filter(({ id }) => optionIds.includes(id)));
  const cells = matching(service, optionIds);
  const extras = service.extras.filter(({ id }) => optionIds.includes(id));
  const costs = cells.length > 0 ? cells : [service];
  const prices = costs.map((cell) => totalPrice([cell, ...extras]));
  const minutes = costs.map((cell) => totalMinutes([cell, ...extras]));
  return {
    ...service,
    price: Math.min(...prices),
    price_max: Math.max(...prices),
    service_duration_minutes: Math.min(...minutes),
    duration_max: Math.max(...minutes),
    options: [...choices.flat(), ...extras],
    isWhole: choices.every((made) => made.length === 1) && cells.length === 1,
  };
}

/** How long visits really take, of the one cell that is chosen; without one of the shortest. */
export function usualOf(service: Service, optionIds: readonly string[]) {
  if (!service.variants) return service.usual;
  const [cell, ...others] = matching(service, optionIds);
  return cell && 'usual' in cell && others.length === 0 ? cell.usual : service.usual;
}

/** Those services that are chosen, as they are, in the order of selection. */
export function linesOf<Offered extends Service>(
  services: readonly Offered[],
  { serviceIds, optionIds }: Pick<Choices, 'serviceIds' | 'optionIds'>,
): ChosenLine<Offered>[] {
  return serviceIds.flatMap((id) => services.filter((one) => one.id === id).map((one) => chosenLine(one, optionIds)));
}

/** The offered cells that the choices made so far allow; without variants the service itself. */
function matching({ variants, ...own }: Optioned, optionIds: readonly string[]) {
  if (!variants) return [own];
  const made = variants.axes.map(({ choices }) => choices.findIndex(({ id }) => optionIds.includes(id)));
  const fits = (axis: number, at: number) => (made[axis] ?? -1) < 0 || made[axis] === at;
  return variants.cells.flatMap((row, r) => row.flatMap((cell, c) => (cell && fits(0, r) && fits(1, c) ? [cell] : [])));
}

/** Whether a cell allows a choice together with those made of the other axis. */
export function isOffered(service: Optioned, optionIds: readonly string[], axis: number, choiceId: string): boolean {
  return matching(service, [...otherThan(service, optionIds, axis), choiceId]).length > 0;
}

/** The options with another choice of an axis. */
export function withChoice(service: Optioned, optionIds: readonly string[], axis: number, choiceId: string): string[] {
  return [...otherThan(service, optionIds, axis), choiceId];
}

function otherThan({ variants }: Optioned, optionIds: readonly string[], axis: number): string[] {
  const own = variants?.axes[axis]?.choices ?? [];
  return optionIds.filter((id) => !own.some((choice) => choice.id === id));
}

/** These lines as calls for a visit take them. */
export function visitOfLines(lines: readonly ChosenLine[]) {
  return visitOf({
    serviceIds: lines.map(({ id }) => id),
    optionIds: lines.flatMap(({ options }) => options.map(({ id }) => id)),
  });
}

/** Those of the options that are none of these services. */
export function strangersAmong(optionIds: readonly string[], lines: readonly ChosenLine[]): string[] {
  const known = new Set(lines.flatMap(({ options }) => options.map(({ id }) => id)));
  return optionIds.filter((id) => !known.has(id));
}

/** A visit of the shortest of these services, the first of equals, in its shortest variant; undefined without any. */
export function shortestVisit(services: readonly Service[]) {
  const [first, ...others] = services;
  if (!first) return undefined;
  const shortest = others.reduce(
    (best, one) => (best.service_duration_minutes <= one.service_duration_minutes ? best : one),
    first,
  );
  const { id, variants, service_duration_minutes: minutes } = shortest;
  const cells = variants?.cells.flatMap((row, r) => row.map((cell, c) => ({ cell, at: [r, c] }))) ?? [];
  const { at } = cells.find(({ cell }) => cell?.service_duration_minutes === minutes) ?? {};
  const optionIds = variants?.axes.flatMap(({ choices }, axis) => choices[at?.[axis] ?? 0]?.id ?? []) ?? [];
  return { visit: visitOf({ serviceIds: [id], optionIds }), minutes };
}
