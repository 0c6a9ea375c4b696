import { useLocation, useParams, useSearchParams } from 'react-router';
import { isRecord } from '#client/lib/is-record.ts';
import { maxServicesPerBooking } from '#shared/constants.ts';

/** What somebody has chosen so far. Empty texts: not yet. `slotStart` is ISO 8601 with `Z`. */
export interface Choices {
  /** In the order of selection, at most ten (contract 5). */
  serviceIds: readonly string[];
  professionalId: string;
  slotStart: string;
  availabilityId: string;
}

export const noSlot = { slotStart: '', availabilityId: '' };

/** The choices of a booking that begins with one service. */
export function firstChoice(serviceId: string, professionalId: string): Choices {
  return { serviceIds: [serviceId], professionalId, ...noSlot };
}

function idsOf(list: readonly unknown[]) {
  const ids = list.map((one) => (isRecord(one) ? one.id : one)).filter((one) => typeof one === 'string');
  return [...new Set(ids.map((one) => one.trim()).filter(Boolean))].slice(0, maxServicesPerBooking);
}

/** The instant that an address names; a `+` of an offset that nobody escaped has become a space. */
function instantOf(text: unknown) {
  const ms = typeof text === 'string' ? Date.parse(text.replace(' ', '+')) : Number.NaN;
  return Number.isFinite(ms) ? new Date(ms).toISOString() : '';
}

/** Reads the choices from the address, else from the navigation's state, else from the path (contract 6). */
export function choicesOf(path: { serviceId?: string; professionalId?: string }, query: URLSearchParams, state: unknown): Choices {
  const kept = isRecord(state) ? state : {};
  const candidates = [
    idsOf((query.get('service_ids') ?? '').split(',')),
    idsOf(Array.isArray(kept.selectedServices) ? kept.selectedServices : []),
    idsOf((path.serviceId ?? '').split(',')),
  ];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    serviceIds: candidates.find((ids) => ids.length > 0) ?? [],
    professionalId: path.professionalId ?? text(kept.professionalId),
    slotStart: instantOf(query.get('slot_start')) || instantOf(kept.slotStart),
    availabilityId: query.get('availability_id') ?? text(kept.availabilityId),
  };
}

export function useChoices(): Choices {
  const path = useParams();
  const [query] = useSearchParams();
  return choicesOf(path, query, useLocation().state);
}

/** The same choices as the navigation's state carries them (specification 2). */
export function stateOf({ serviceIds, professionalId, slotStart, availabilityId }: Choices) {
  return { selectedServices: serviceIds, professionalId, slotStart, availabilityId };
}

function queryOf({ serviceIds, slotStart, availabilityId }: Choices) {
  const parts = [`service_ids=${serviceIds.map(encodeURIComponent).join(',')}`];
  if (slotStart) parts.push(`slot_start=${slotStart}`);
  if (availabilityId) parts.push(`availability_id=${encodeURIComponent(availabilityId)}`);
  return parts.join('&');
}

/** The services step as the specification names it, with nothing chosen yet. */
export function firstStep(serviceId: string, professionalId: string) {
  return `/add-more-services/${serviceId}/${professionalId}`;
}

/** `first` is the service in the path: the selection may be empty, or begin with another one. */
export function servicesStep(choices: Choices, first = choices.serviceIds[0] ?? '') {
  return `${firstStep(first, choices.professionalId)}?${queryOf(choices)}`;
}

export function timeStep(choices: Choices) {
  return `/pick-booking-time/${choices.serviceIds[0] ?? ''}/${choices.professionalId}?${queryOf(choices)}`;
}

export function detailsStep(choices: Choices) {
  return `/confirm-booking/${choices.serviceIds[0] ?? ''}?${queryOf(choices)}`;
}
