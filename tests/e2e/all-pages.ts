import { DAY, HOUR, type Role } from '#shared/constants.ts';
import { type PageName, pages } from '#shared/pages.ts';
import { confirmPath, stage } from './booking-people.ts';
import type { Harness } from './harness.ts';

/** Every page of the product, for tests that walk through all of them. */

export type Visitor = Role | 'visitor';

/** A conversation of the two with a long address. */
async function thread(t: Harness, { client, professional }: Awaited<ReturnType<typeof stage>>): Promise<string> {
  const text = `Like these? https://example.com/${'a'.repeat(80)}`;
  const answer = await fetch(`${t.url}/threads/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${client.token}` },
    body: JSON.stringify({ professional_id: professional.professionalId, text }),
  });
  return ((await answer.json()) as { thread: { id: string } }).thread.id;
}

/** A receipt of a visit. */
async function receipt(
  t: Harness,
  { professional }: Awaited<ReturnType<typeof stage>>,
  bookingId: string,
): Promise<void> {
  const send = (method: string, path: string, body: object) =>
    fetch(`${t.url}/bookings/${bookingId}/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${professional.token}` },
      body: JSON.stringify(body),
    });
  await send('PUT', 'payments', { payments: [{ method: 'payid', amount: 95 }] });
  await send('POST', 'receipt', {});
}

/** Somebody of each role with something on every page, and the address of each page for them. */
export async function everything(t: Harness, display_name: string) {
  const s = await stage(t, { display_name });
  const { professionalId } = s.professional;
  const of = { professionalId, clientId: s.client.clientId, serviceIds: [s.cut] };
  const { bookingId } = await t.make.booking({ ...of, start: s.first.start + HOUR });
  await t.make.booking({ ...of, status: 'confirmed', start: s.first.start + 3 * HOUR });
  const past = await t.make.booking({ ...of, status: 'completed', start: s.first.start - 30 * DAY });
  await receipt(t, s, past.bookingId);
  await t.db.updateTable('professionals').set({ first_steps: 'open' }).where('id', '=', professionalId).execute();
  const { openingId } = await t.make.opening({ ...of, serviceIds: [s.cut], start: s.first.start + 30 * HOUR });
  const handle = `all-pages-${Date.now()}`;
  await t.db.insertInto('handles').values({ handle, professional_id: professionalId }).execute();
  const slot = new Date(s.first.start).toISOString();
  const chosen = `service_ids=${s.cut},${s.retwist}&slot_start=${slot}&availability_id=${s.first.id}`;
  const addresses: Partial<Record<PageName, string>> = {
    pickBookingTime: `/pick-booking-time/${s.cut}/${professionalId}?${chosen}`,
    embed: `/embed/${handle}`,
    publicProfessional: `/public-professional-page/${professionalId}`,
    serviceDetails: `/service-details/${s.cut}`,
    find: '/find/barbers/melbourne',
    editService: `/edit-service/${s.cut}`,
    editAvailability: `/edit-availability/${s.windows[1]?.id}`,
    clientPublicProfile: `/client-public-profile/${s.client.clientId}`,
    addMoreServices: `/add-more-services/${s.cut}/${professionalId}`,
    confirmBooking: confirmPath(s),
    bookingConfirmed: `/booking-confirmed/${bookingId}`,
    bookingDetails: `/booking-details/${bookingId}`,
    updateBooking: `/booking/${bookingId}/update`,
    changeTime: `/change-time/${bookingId}`,
    receipt: `/receipt/${past.bookingId}`,
    review: `/your-review/${past.bookingId}`,
    opening: `/opening/${openingId}`,
    contact: `/my-contact/${s.client.clientId}`,
    messages: `/messages/${await thread(t, s)}`,
  };
  return { s, addresses };
}

/** The pages that somebody sees: those of everybody count as the visitor's. */
export function pagesOf(visitor: Visitor) {
  const names = Object.keys(pages) as PageName[];
  return names.filter((name) => (visitor === 'visitor' ? !pages[name].roles : pages[name].roles?.includes(visitor)));
}
