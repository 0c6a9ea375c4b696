import { type Choices, choicesOf, detailsStep, noSlot, stateOf } from '#client/features/booking/choose/choices.ts';
import { requestedPage, type Target } from '#client/lib/after-login.ts';
import { pageAt, pagePath } from '#shared/pages.ts';

/** What of the login's address says that somebody is new here. */
export const newcomerParameter = 'new';

/** Where clients sign themselves up. */
export const newcomerAddress = `${pagePath('login')}?${newcomerParameter}=1`;

/**
 * The booking with which a visitor was sent to the login, from its details with its time, from its services without;
 * undefined without one.
 */
export function requestedBooking(next: string | null, state: unknown): Choices | undefined {
  const requested = requestedPage(next, state);
  const [path = '', query] = (requested?.to ?? '').split(/[?#]/);
  const page = pageAt(path);
  if (page?.name !== 'confirmBooking' && page?.name !== 'addMoreServices') return undefined;
  const choices = choicesOf(page.params, new URLSearchParams(query), requested?.state);
  if (choices.serviceIds.length === 0) return undefined;
  if (page.name === 'addMoreServices') return { ...choices, ...noSlot };
  return choices.slotStart ? choices : undefined;
}

/** Where the login stays with another time for the same booking; notes are kept, but no booking that was being sent. */
export function loginWith(choices: Choices, query: URLSearchParams, stored: Target['stored']) {
  const next = detailsStep(choices);
  const [pathname = '', search = ''] = next.split('?');
  const params = new URLSearchParams(query);
  params.set('next', next);
  const from = { pathname, search: `?${search}`, hash: '', state: stateOf(choices), stored: { draft: stored?.draft } };
  return { to: `${pagePath('login')}?${params}`, state: { from } };
}
