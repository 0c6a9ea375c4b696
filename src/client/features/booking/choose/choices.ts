import { useSyncExternalStore } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { isRecord } from '#client/lib/is-record.ts';
import { never } from '#client/lib/ready.ts';
import type { Booking } from '#shared/bookings.ts';
import { maxServicesPerBooking, serviceParts } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';

/** The choices of the booking flow so far; empty strings for open ones. `slotStart` is ISO 8601 with `Z`. */
export interface Choices {
  /** In the order of selection, at most ten (contract 5). */
  serviceIds: readonly string[];
  /** Choices and extras of these services (contract 21). */
  optionIds: readonly string[];
  professionalId: string;
  slotStart: string;
  availabilityId: string;
  /** The quote that stands for services and professional (contract 22). */
  quoteId?: string;
}

/** Said of a chosen time until it is booked. */
export const notHeld = "This time isn't held until you confirm.";

export const noSlot = { slotStart: '', availabilityId: '' };

/** Returns the choices of a booking that starts with one service. */
export function firstChoice(serviceId: string, professionalId: string): Choices {
  return { serviceIds: [serviceId], optionIds: [], professionalId, ...noSlot };
}

/** Returns the same services and options as another booking has, without a time. */
export function choicesAsBooked({ services, professional }: Pick<Booking, 'services' | 'professional'>): Choices {
  const optionIds = services.flatMap(({ options }) => options.map(({ id }) => id));
  return { serviceIds: services.map(({ id }) => id), optionIds, professionalId: professional.id, ...noSlot };
}

function idsOf(list: readonly unknown[], most: number = maxServicesPerBooking) {
  const ids = list.map((one) => (isRecord(one) ? one.id : one)).filter((one) => typeof one === 'string');
  return [...new Set(ids.map((one) => one.trim()).filter(Boolean))].slice(0, most);
}

/** Returns the instant in ISO 8601, empty if invalid. An unescaped `+` in a query arrives as a space. */
function instantOf(text: unknown) {
  const ms = typeof text === 'string' ? Date.parse(text.replace(' ', '+')) : Number.NaN;
  return Number.isFinite(ms) ? new Date(ms).toISOString() : '';
}

/** Reads the choices from the query, else from the history state, else from the path (contract 6). */
export function choicesOf(
  path: { serviceId?: string; professionalId?: string },
  query: URLSearchParams,
  state: unknown,
): Choices {
  const chosen = isRecord(state) ? state : {};
  const options = (list: readonly unknown[]) => idsOf(list, serviceParts.options);
  const asked = options(query.getAll('option_ids').join().split(','));
  const candidates = [
    idsOf(query.getAll('service_ids').join().split(',')),
    idsOf(Array.isArray(chosen.selectedServices) ? chosen.selectedServices : []),
    idsOf((path.serviceId ?? '').split(',')),
  ];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    serviceIds: candidates.find((ids) => ids.length > 0) ?? [],
    optionIds: asked.length > 0 ? asked : options(Array.isArray(chosen.optionIds) ? chosen.optionIds : []),
    professionalId: path.professionalId ?? text(chosen.professionalId),
    slotStart: instantOf(query.get('slot_start')) || instantOf(chosen.slotStart),
    availabilityId: query.get('availability_id') ?? text(chosen.availabilityId),
    ...(query.get('quote_id') && { quoteId: query.get('quote_id') ?? '' }),
  };
}

const unknown = () => undefined;

/** The server knows no history state: a page that it rendered takes it up once it is hydrated. */
export function useChoices(): Choices {
  const path = useParams();
  const [query] = useSearchParams();
  const location = useLocation();
  const state: unknown = useSyncExternalStore(never, () => location.state, unknown);
  return choicesOf(path, query, state);
}

/** Whether the visitor was led to the service's page because an option is not there any more. */
export function useIsGone(): boolean {
  const { state } = useLocation() as { state: unknown };
  return useSyncExternalStore(
    never,
    () => isRecord(state) && state.isGone === true,
    () => false,
  );
}

/** Returns the choices as history state (specification 2). */
export function stateOf({ serviceIds, optionIds, professionalId, slotStart, availabilityId }: Choices) {
  return { selectedServices: serviceIds, optionIds, professionalId, slotStart, availabilityId };
}

/** The services with their options, as calls for a visit take them. */
export function visitOf({ serviceIds, optionIds }: Pick<Choices, 'serviceIds' | 'optionIds'>) {
  return { service_ids: [...serviceIds], ...(optionIds.length > 0 && { option_ids: [...optionIds] }) };
}
export type ChosenVisit = ReturnType<typeof visitOf>;

/** The same where a quote may stand for them. */
export function askedOf(choices: Choices) {
  return choices.quoteId === undefined ? visitOf(choices) : { quote_id: choices.quoteId };
}
export type AskedVisit = ReturnType<typeof askedOf>;

function queryOf({ serviceIds, optionIds, slotStart, availabilityId, quoteId }: Choices) {
  const parts =
    quoteId === undefined
      ? [`service_ids=${serviceIds.map(encodeURIComponent).join(',')}`]
      : [`quote_id=${encodeURIComponent(quoteId)}`];
  if (optionIds.length > 0) parts.push(`option_ids=${optionIds.map(encodeURIComponent).join(',')}`);
  if (slotStart) parts.push(`slot_start=${slotStart}`);
  if (availabilityId) parts.push(`availability_id=${encodeURIComponent(availabilityId)}`);
  return parts.join('&');
}

/** The page of one of the services, by default the first, where its variants and extras are chosen. */
export function serviceStep(choices: Choices, serviceId = choices.serviceIds[0] ?? '') {
  const page = pagePath('serviceDetails', { serviceId });
  return choices.optionIds.length > 0 ? `${page}?${queryOf(choices)}` : page;
}

/** The conversation with the professional, which begins with the question what it would cost. */
export function askStep(choices: Choices) {
  return `${pagePath('messages', { threadId: '' })}?to=${choices.professionalId}&${queryOf(choices)}`;
}

/** Where a quote's time is chosen. */
export function quoteStep(quoteId: string) {
  return timeStep({ serviceIds: [], optionIds: [], professionalId: '', ...noSlot, quoteId });
}

/** Returns the first step's address without choices, as the specification names it. */
export function firstStep(serviceId: string, professionalId: string) {
  return pagePath('addMoreServices', { serviceId, professionalId });
}

/** `first` is the service in the path, also when the selection is empty or begins with another one. */
export function servicesStep(choices: Choices, first = choices.serviceIds[0] ?? '') {
  return `${firstStep(first, choices.professionalId)}?${queryOf(choices)}`;
}

export function timeStep(choices: Choices) {
  // The service of a quote may be inactive, and have no page.
  const path = pagePath('pickBookingTime', {
    serviceId: choices.serviceIds[0] ?? '',
    professionalId: choices.quoteId === undefined ? choices.professionalId : '',
  });
  return `${path}?${queryOf(choices)}`;
}

export function detailsStep(choices: Choices) {
  return `${pagePath('confirmBooking', { serviceId: choices.serviceIds[0] ?? '' })}?${queryOf(choices)}`;
}
