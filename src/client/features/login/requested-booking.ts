import { type Choices, choicesOf, detailsStep, stateOf } from '#client/features/booking/choose/choices.ts';
import { requestedPage, type Target } from '#client/lib/after-login.ts';
import { pageAt, pagePath } from '#shared/pages.ts';

/** What of the login's address says that somebody is new here. */
export const newcomerParameter = 'new';

/** Where clients sign themselves up. */
export const newcomerAddress = `${pagePath('login')}?${newcomerParameter}=1`;

/** The booking with which a visitor was sent to the login, with its time; undefined without one. */
export function requestedBooking(next: string | null, state: unknown): Choices | undefined {
  const requested = requestedPage(next, state);
  const [path = '', query] = (requested?.to ?? '').split(/[?#]/);
  const page = pageAt(path);
  if (page?.name !== 'confirmBooking') return undefined;
  const choices = choicesOf(page.params, new URLSearchParams(query), requested?.state);
  return choices.slotStart && choices.serviceIds.length > 0 ? choices : undefined;
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
