import { createECDH } from 'node:crypto';
import type { CallerName, World } from './world.ts';

/** One row of the rights table: a call, its input and the expected status for each caller. */
export type Row = {
  /** Method and path as in `meta.rest`. */
  call: string;
  /** Distinguishes several rows of one call. */
  about?: string;
  cells: Record<CallerName, number>;
  input?: (world: World) => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Statuses for an unknown object where they are not 404, because the body is refused first. */
  unknown?: Partial<Record<CallerName, number>>;
  /** Its id is a user's, so that ids of the callers are known ones. */
  ofUser?: true;
  /** It deletes the account of whoever calls it, so that each call needs a caller of its own. */
  endsCaller?: true;
};

/** Statuses in the order of the columns AN, CO, CX, PO, PX, AD. */
function cells(...[AN, CO, CX, PO, PX, AD]: [number, number, number, number, number, number]): Row['cells'] {
  return { AN, CO, CX, PO, PX, AD };
}
const everyone = (status: number) => cells(status, status, status, status, status, status);
const anyUser = (status: number) => cells(401, status, status, status, status, status);
const clients = (status: number) => cells(401, status, status, 403, 403, 403);
const professionals = (status: number) => cells(401, 403, 403, status, status, 403);
const admins = (status: number) => cells(401, 403, 403, 403, 403, status);
const ofParties = (status: number) => cells(401, status, status, status, status, 403);
const sides = (status: number) => cells(401, status, 404, status, 404, 404);
const parties = cells(401, 200, 404, 200, 404, 200);

const service = {
  name: 'Silk press',
  description: '',
  service_duration_minutes: 90,
  price: 120,
  is_active: true,
  category: 'Styling',
};
const profile = {
  display_name: 'Amara Okafor',
  professional_type: 'hairdresser',
  location: 'Brunswick, Melbourne',
  bio: 'Curls and coils.',
  experience_years: 7,
  profile_picture: null,
  is_active: true,
  specializations: [4],
};
/** A GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const client = { first_name: 'Zoë', last_name: 'Adjei', phone_number: '0400111222', notes: '' };

const feedback = {
  confusing: { choice: 'navigation', comment: 'Where is my profile?' },
  smooth: { choice: 'booking process' },
  switchReason: { choice: 'easier_booking', comment: '' },
  pageUrl: 'https://saluni.example/browse-services?search=locs',
  timestamp: '2026-11-22T08:00:00Z',
};

const pushSubscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/rights',
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
  time_zone: 'Australia/Melbourne',
};

export const rights: Row[] = [
  { call: 'POST /login/', cells: everyone(200), input: (w) => w.login() },
  { call: 'GET /signup', cells: everyone(200) },
  { call: 'POST /login/code', cells: everyone(202), input: () => ({ email: 'nobody@example.com' }) },
  { call: 'POST /login/code/verify', cells: everyone(200), input: (w) => w.code() },
  { call: 'POST /users/me/code', cells: anyUser(202) },
  { call: 'POST /logout/', cells: anyUser(204) },
  { call: 'GET /users/me/', cells: anyUser(200) },
  { call: 'GET /users/me/preferences', cells: anyUser(200) },
  {
    call: 'PUT /users/me/preferences',
    cells: anyUser(200),
    input: () => ({ mail: { booking: true, reminder: false }, in_app: { booking: true, reminder: true } }),
  },
  { call: 'GET /push/key', cells: everyone(200) },
  { call: 'POST /push/subscriptions', cells: anyUser(201), input: () => pushSubscription },
  { call: 'DELETE /push/subscriptions', cells: anyUser(204), input: () => ({ endpoint: pushSubscription.endpoint }) },
  { call: 'POST /unsubscribe', cells: everyone(204), input: (w) => w.unsubscribe() },
  { call: 'GET /users/me/sessions', cells: anyUser(200) },
  { call: 'DELETE /users/me/sessions', cells: anyUser(204) },
  {
    call: 'DELETE /users/me/sessions/{id}',
    cells: cells(401, 204, 404, 404, 404, 404),
    input: async (w) => ({ id: await w.session('CO') }),
  },
  { call: 'POST /users/me/password', cells: anyUser(204), input: (w) => w.newPassword() },
  { call: 'POST /users/me/email', cells: anyUser(202), input: (w) => w.newEmail() },
  { call: 'GET /users/me/email/{token}', cells: everyone(200), input: (w) => w.emailChange() },
  { call: 'POST /users/me/email/confirm', cells: everyone(200), input: (w) => w.emailChange() },
  { call: 'POST /users/me/email/undo', cells: everyone(204), input: (w) => w.emailUndo() },
  { call: 'GET /users/me/export', cells: anyUser(200) },
  { call: 'DELETE /users/me', cells: anyUser(204), input: (w) => ({ password: w.password }), endsCaller: true },

  { call: 'GET /professionals/profile', cells: cells(401, 403, 403, 200, 200, 404) },
  { call: 'GET /professionals/me/first-steps', cells: professionals(200) },
  { call: 'PUT /professionals/me/first-steps', cells: professionals(200), input: () => ({ state: 'hidden' }) },
  { call: 'GET /professionals/{id}', cells: everyone(200), input: (w) => ({ id: w.people.PO.professionalId }) },
  {
    call: 'GET /professionals/handle/{handle}',
    cells: everyone(200),
    input: async (w) => ({ handle: await w.handle() }),
  },
  {
    call: 'GET /professionals/handle/{handle}',
    about: 'of nobody',
    cells: everyone(404),
    input: () => ({ handle: 'nobody-at-all' }),
  },
  { call: 'PUT /professionals/me', cells: professionals(200), input: () => profile },
  { call: 'GET /professionals/', cells: everyone(200) },
  {
    call: 'GET /professionals/specializations/',
    cells: everyone(200),
    input: () => ({ specialization_names: ['Barber'] }),
  },
  { call: 'GET /professionals/location/', cells: everyone(200), input: () => ({ location: 'Melbourne' }) },

  {
    call: 'POST /professionals/me/pictures',
    about: 'profile',
    cells: professionals(201),
    input: () => ({ kind: 'profile', file: pixel }),
  },
  {
    call: 'POST /professionals/me/pictures',
    about: 'work',
    cells: professionals(201),
    input: () => ({ kind: 'work', alt: 'Cornrows', caption: 'Straight back', file: pixel }),
  },
  {
    call: 'PATCH /professionals/me/pictures/{id}',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: await w.picture(), alt: 'Cornrows', caption: null, position: 0 }),
  },
  {
    call: 'DELETE /professionals/me/pictures/{id}',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ id: await w.picture() }),
  },
  {
    call: 'GET /professionals/{id}/pictures',
    cells: everyone(200),
    input: (w) => ({ id: w.people.PO.professionalId }),
  },
  {
    call: 'POST /services/{id}/pictures',
    cells: cells(401, 403, 403, 201, 403, 403),
    input: async (w) => ({ id: await w.service(), alt: 'Cornrows', file: pixel }),
  },
  { call: 'GET /services/{id}/pictures', cells: everyone(200), input: async (w) => ({ id: await w.service() }) },

  { call: 'GET /clients/me', cells: clients(200) },
  { call: 'PUT /clients/me', cells: clients(200), input: () => client },
  { call: 'GET /clients/me/favourites', cells: clients(200) },
  ...['PUT', 'DELETE'].map((method) => ({
    call: `${method} /clients/me/favourites/{professional_id}`,
    cells: clients(204),
    input: (w: World) => ({ professional_id: w.people.PO.professionalId }),
  })),
  ...(['GET', 'PUT', 'DELETE'] as const).map((method) => ({
    call: `${method} /professionals/{id}/books-reminder`,
    cells: clients(method === 'GET' ? 200 : 204),
    input: (w: World) => w.closedBooks(),
  })),
  { call: 'GET /clients/{id}', cells: parties, input: (w) => ({ id: w.people.CO.clientId }) },

  { call: 'POST /services/', cells: professionals(201), input: () => service },
  { call: 'GET /services/professional/{id}', cells: everyone(200), input: (w) => ({ id: w.people.PO.professionalId }) },
  { call: 'GET /services/my', cells: professionals(200) },
  {
    call: 'PUT /services/my/order',
    cells: cells(401, 403, 403, 200, 422, 403),
    input: async (w) => ({ service_ids: await w.servicesOfPO() }),
  },
  { call: 'GET /services/{id}', cells: everyone(200), input: async (w) => ({ id: await w.service() }) },
  { call: 'GET /find-pages', cells: everyone(200) },
  { call: 'GET /localities', cells: everyone(200), input: () => ({ search: 'Footscray' }) },
  { call: 'GET /services/', cells: everyone(200) },
  { call: 'GET /services/category/{category}', cells: everyone(200), input: () => ({ category: 'Haircut' }) },
  {
    call: 'PUT /services/{id}',
    cells: cells(401, 403, 403, 200, 403, 403),
    input: async (w) => ({ id: await w.service(), ...service }),
  },
  {
    call: 'DELETE /services/{id}',
    cells: cells(401, 403, 403, 204, 403, 403),
    input: async (w) => ({ id: await w.service() }),
  },

  { call: 'POST /availability/', cells: professionals(201), input: (w) => w.range() },
  { call: 'GET /availability/', cells: professionals(200) },
  {
    call: 'GET /availability/professional/{id}',
    cells: everyone(200),
    input: (w) => ({ id: w.people.PO.professionalId }),
  },
  { call: 'GET /availability/slots/{id}', cells: everyone(200), input: async (w) => ({ id: await w.window() }) },
  {
    call: 'GET /availability/professional/{id}',
    about: 'for a booking',
    cells: cells(404, 200, 404, 200, 404, 200),
    input: async (w) => ({ id: w.people.PO.professionalId, booking_id: await w.booking('confirmed') }),
  },
  {
    call: 'GET /availability/slots/{id}',
    about: 'for a booking',
    cells: cells(404, 200, 404, 200, 404, 200),
    input: async (w) => ({ id: await w.window(), booking_id: await w.booking('confirmed') }),
  },
  {
    call: 'GET /availability/{id}',
    cells: cells(401, 403, 403, 200, 404, 200),
    input: async (w) => ({ id: await w.window() }),
  },
  {
    call: 'PUT /availability/{id}',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: await w.window(), ...w.range() }),
  },
  {
    call: 'DELETE /availability/{id}',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ id: await w.window() }),
  },

  { call: 'GET /hours/', cells: professionals(200) },
  {
    call: 'PUT /hours/',
    cells: professionals(200),
    // Around the clock, so that no call after it finds another world at another hour.
    input: () => ({
      schedules: [{ hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '00:00', end: '24:00' })) }],
    }),
  },
  { call: 'GET /hours/dates', cells: professionals(200) },
  {
    call: 'PUT /hours/dates/{date}',
    cells: professionals(200),
    input: (w) => ({ date: w.date(), hours: [{ start: '09:00', end: '12:00' }], note: null }),
  },
  {
    call: 'DELETE /hours/dates/{date}',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ date: await w.ownDate() }),
  },
  { call: 'GET /hours/holidays', cells: professionals(200), input: () => ({ state: 'VIC', year: 2027 }) },
  { call: 'GET /hours/time-off', cells: professionals(200) },
  {
    call: 'POST /hours/time-off',
    cells: professionals(201),
    input: (w) => {
      const { start_time: start, end_time: end } = w.range();
      return { start, end, reason: null };
    },
  },
  {
    call: 'DELETE /hours/time-off/{id}',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ id: await w.timeOff() }),
  },

  { call: 'POST /bookings/', cells: cells(401, 201, 403, 403, 403, 403), input: (w) => w.bookable() },
  { call: 'GET /bookings/{id}', cells: parties, input: async (w) => ({ id: await w.booking('confirmed') }) },
  { call: 'GET /bookings/clients/{id}', cells: parties, input: (w) => ({ id: w.people.CO.clientId }) },
  {
    call: 'GET /bookings/professionals/{id}',
    cells: cells(401, 403, 403, 200, 403, 200),
    input: (w) => ({ id: w.people.PO.professionalId }),
  },
  {
    call: 'GET /bookings/professionals/{id}',
    about: 'of a contact',
    cells: cells(401, 403, 403, 200, 403, 200),
    input: async (w) => ({ id: w.people.PO.professionalId, contact_id: await w.guest() }),
  },
  {
    call: 'PATCH /bookings/{id}',
    about: 'cancelled',
    cells: parties,
    input: async (w) => ({ id: await w.booking('confirmed'), status: 'cancelled' }),
  },
  {
    call: 'PATCH /bookings/{id}',
    about: 'confirmed',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: await w.booking('pending'), status: 'confirmed' }),
    unknown: { CO: 403, CX: 403, AD: 403 },
  },

  {
    call: 'PUT /bookings/{id}/visit-address',
    cells: cells(401, 200, 404, 403, 404, 403),
    input: async (w) => ({ ...(await w.visited()), visit_address: '1 Other Street' }),
  },
  {
    call: 'PUT /bookings/{id}/visit-address',
    about: 'of what was written in',
    cells: cells(401, 403, 404, 200, 404, 403),
    input: async (w) => ({ ...(await w.visited(true)), visit_address: null }),
  },

  { call: 'POST /bookings/walk-in', cells: cells(401, 403, 403, 201, 404, 403), input: (w) => w.writtenIn() },
  { call: 'POST /series/preview', cells: cells(401, 403, 403, 200, 404, 403), input: (w) => w.plan() },
  { call: 'POST /series/', cells: cells(401, 403, 403, 201, 404, 403), input: (w) => w.newSeries() },
  {
    call: 'GET /series/{id}',
    cells: cells(401, 200, 404, 200, 404, 403),
    input: async (w) => ({ id: (await w.series()).id }),
  },
  {
    call: 'POST /series/{id}/cancel',
    cells: cells(401, 200, 404, 200, 404, 403),
    input: async (w) => {
      const { id, from } = await w.series();
      return { id, from };
    },
  },
  { call: 'POST /series/{id}/move', cells: cells(401, 403, 403, 200, 404, 403), input: (w) => w.series() },
  {
    call: 'POST /series/{id}/extend',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => {
      const { id, start_time } = await w.series();
      return { id, start_times: [start_time] };
    },
  },
  ...(['POST /bookings/{id}/no-show', 'DELETE /bookings/{id}/no-show'] as const).map(
    (call): Row => ({
      call,
      cells: cells(401, 403, 403, 200, 404, 403),
      input: async (w) => ({ id: await w.booking('completed', w.past()) }),
    }),
  ),
  ...(['POST', 'DELETE'] as const).flatMap((method) =>
    (['start', 'finish'] as const).map(
      (press): Row => ({
        call: `${method} /bookings/{id}/${press}`,
        cells: cells(401, 403, 403, 200, 404, 403),
        input: async (w) => {
          const { id, start } = await w.visit('pressed');
          const minutes = press === 'start' ? 5 : 50;
          return { id, ...(method === 'POST' ? { at: new Date(start + minutes * 60_000).toISOString() } : {}) };
        },
      }),
    ),
  ),
  {
    call: 'PUT /bookings/{id}/payments',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: (await w.visit('paid')).id, payments: [{ method: 'cash', amount: 20 }] }),
  },
  ...(
    [
      ['POST', 201],
      ['DELETE', 204],
    ] as const
  ).map(
    ([method, status]): Row => ({
      call: `${method} /bookings/{id}/receipt`,
      cells: cells(401, 403, 403, status, 404, 403),
      input: async (w) => ({ id: await w.receipted(method === 'DELETE') }),
    }),
  ),
  { call: 'GET /bookings/{id}/receipt', cells: sides(200), input: async (w) => ({ id: await w.receipted(true) }) },
  {
    call: 'POST /bookings/{id}/reschedules',
    cells: cells(401, 201, 404, 201, 404, 403),
    input: (w) => w.reschedulable(),
  },
  {
    call: 'GET /bookings/{id}/reschedules',
    cells: parties,
    input: async (w) => ({ id: await w.booking('confirmed') }),
  },
  {
    call: 'PATCH /bookings/{id}/reschedules/{reschedule_id}',
    about: "the professional's request, accepted",
    cells: cells(401, 200, 404, 403, 404, 403),
    input: async (w) => ({ ...(await w.request()), status: 'accepted' }),
  },
  {
    call: 'PATCH /bookings/{id}/reschedules/{reschedule_id}',
    about: "the professional's request, withdrawn",
    cells: cells(401, 403, 404, 200, 404, 403),
    input: async (w) => ({ ...(await w.request()), status: 'withdrawn' }),
  },
  {
    call: 'PUT /bookings/{id}/share',
    cells: cells(401, 200, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.booking('confirmed'), hair: true }),
  },
  {
    call: 'PUT /bookings/{id}/due',
    cells: cells(401, 200, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.booking('completed'), weeks: 6 }),
  },
  {
    call: 'DELETE /bookings/{id}/due',
    cells: cells(401, 204, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.booking('completed') }),
  },
  {
    call: 'PUT /bookings/{id}/prepare',
    cells: cells(401, 200, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.booking('confirmed'), ready: [] }),
  },
  {
    call: 'POST /bookings/{id}/extras',
    cells: cells(401, 409, 404, 200, 404, 403),
    input: async (w) => ({ id: await w.withoutRoom(), option_ids: [w.wash] }),
  },
  { call: 'GET /bookings/{id}/hair', cells: sides(200), input: (w) => w.sharedPicture(pixel) },
  {
    call: 'GET /bookings/{id}/hair/pictures/{picture_id}',
    cells: sides(200),
    input: (w) => w.sharedPicture(pixel),
  },
  { call: 'GET /clients/me/hair', cells: clients(200) },
  { call: 'PUT /clients/me/hair', cells: clients(200), input: () => ({ hair: { strand: 'fine' }, counted: true }) },
  { call: 'PUT /clients/me/hair/health', cells: clients(200), input: () => ({ tender: true, consent: true }) },
  { call: 'DELETE /clients/me/hair/health', cells: clients(204) },
  { call: 'GET /clients/me/hair/readings', cells: clients(200) },
  { call: 'POST /clients/me/hair/pictures', cells: clients(201), input: () => ({ file: pixel }) },
  {
    call: 'GET /clients/me/hair/pictures/{id}',
    cells: cells(401, 200, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.hairPicture(pixel) }),
  },
  {
    call: 'DELETE /clients/me/hair/pictures/{id}',
    cells: cells(401, 204, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.hairPicture(pixel) }),
  },
  { call: 'POST /cancellation-list/', cells: clients(201), input: (w) => w.waiting() },
  { call: 'GET /cancellation-list/me', cells: clients(200) },
  { call: 'GET /cancellation-list/', cells: professionals(200) },
  {
    call: 'DELETE /cancellation-list/{id}',
    cells: cells(401, 204, 404, 204, 404, 403),
    input: async (w) => ({ id: await w.listEntry() }),
  },
  {
    call: 'POST /cancellation-list/{id}/resume',
    cells: cells(401, 200, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.listEntry('paused') }),
  },
  {
    call: 'GET /openings/{id}',
    cells: cells(401, 200, 404, 200, 404, 403),
    input: async (w) => ({ id: await w.opening() }),
  },
  {
    call: 'POST /openings/',
    cells: cells(401, 403, 403, 201, 404, 403),
    input: async (w) => ({ entry_id: await w.listEntry(), start_time: w.start() }),
  },
  {
    call: 'POST /openings/{id}/accept',
    cells: cells(401, 200, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.opening(), visit_address: '1 Visit Street' }),
  },
  {
    call: 'POST /openings/{id}/pass',
    cells: cells(401, 200, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.opening() }),
  },
  {
    call: 'DELETE /openings/{id}',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ id: await w.opening() }),
  },
  {
    call: 'PUT /bookings/{id}/review',
    cells: cells(401, 201, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.booking('completed'), stars: 5 }),
  },
  {
    call: 'GET /bookings/{id}/review',
    cells: parties,
    input: async (w) => ({ id: (await w.review()).booking_id }),
  },
  {
    call: 'DELETE /bookings/{id}/review',
    cells: cells(401, 204, 404, 403, 403, 403),
    input: async (w) => ({ id: (await w.review()).booking_id }),
  },
  {
    call: 'GET /professionals/{id}/reviews',
    cells: everyone(200),
    input: (w) => ({ id: w.people.PO.professionalId }),
  },
  {
    call: 'PUT /reviews/{id}/reply',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: (await w.review()).id, text: 'Thank you' }),
  },
  {
    call: 'DELETE /reviews/{id}/reply',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ id: (await w.review()).id }),
  },
  {
    call: 'POST /reviews/{id}/report',
    cells: cells(401, 403, 202, 202, 202, 202),
    input: async (w) => ({ id: (await w.review()).id, reason: 'Not a visit' }),
  },
  { call: 'GET /admin/reviews', cells: admins(200) },
  {
    call: 'POST /admin/reviews/{id}/hide',
    cells: admins(200),
    input: async (w) => ({ id: (await w.review()).id, reason: 'Insults' }),
  },
  {
    call: 'POST /admin/reviews/{id}/show',
    cells: admins(200),
    input: async (w) => ({ id: (await w.review()).id }),
  },
  { call: 'GET /threads/', cells: ofParties(200) },
  { call: 'GET /threads/unread', cells: ofParties(200) },
  {
    call: 'POST /threads/',
    about: 'by a client',
    cells: cells(401, 201, 201, 422, 422, 403),
    input: async (w) => ({ professional_id: await w.newProfessional(), text: 'Do you have colour 27?' }),
  },
  {
    call: 'POST /threads/',
    about: 'by a professional',
    cells: cells(401, 422, 422, 201, 404, 403),
    input: (w) => ({ client_id: w.people.CO.clientId, text: 'See you then' }),
  },
  { call: 'POST /threads/pictures', cells: ofParties(201), input: () => ({ file: pixel }) },
  { call: 'GET /threads/{id}', cells: sides(200), input: async (w) => ({ id: (await w.thread()).id }) },
  { call: 'GET /threads/{id}/messages', cells: sides(200), input: async (w) => ({ id: (await w.thread()).id }) },
  {
    call: 'POST /threads/{id}/messages',
    cells: sides(201),
    input: async (w) => ({ id: (await w.thread()).id, text: 'Yes' }),
  },
  { call: 'GET /threads/{id}/pictures/{picture_id}', cells: sides(200), input: (w) => w.sentPicture(pixel) },
  { call: 'PUT /threads/{id}/read', cells: sides(204), input: (w) => w.thread() },
  {
    call: 'DELETE /threads/{id}/messages/{message_id}',
    about: "the client's",
    cells: cells(401, 204, 404, 404, 404, 404),
    input: (w) => w.thread('CO'),
  },
  {
    call: 'DELETE /threads/{id}/messages/{message_id}',
    about: "the professional's",
    cells: cells(401, 404, 404, 204, 404, 404),
    input: (w) => w.thread('PO'),
  },
  {
    call: 'POST /threads/{id}/report',
    cells: sides(202),
    input: async (w) => ({ id: (await w.thread()).id, reason: 'Insults' }),
  },
  { call: 'GET /admin/reports', cells: admins(200) },
  { call: 'POST /admin/reports/{id}/close', cells: admins(204), input: async (w) => ({ id: await w.report() }) },
  { call: 'POST /threads/{id}/block', cells: sides(204), input: async (w) => ({ id: (await w.thread()).id }) },
  { call: 'DELETE /threads/{id}/block', cells: sides(204), input: async (w) => ({ id: (await w.thread()).id }) },
  {
    call: 'POST /threads/{id}/quotes',
    cells: cells(401, 403, 403, 201, 404, 403),
    input: (w) => w.quoted(),
  },
  { call: 'GET /quotes/{id}', cells: sides(200), input: async (w) => ({ id: await w.quote() }) },
  {
    call: 'DELETE /quotes/{id}',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ id: await w.quote() }),
  },
  { call: 'GET /insights/durations', cells: professionals(200) },
  {
    call: 'PUT /insights/durations',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ service_id: await w.service(), choice_ids: [], service_duration_minutes: 75 }),
  },
  { call: 'GET /insights/', cells: professionals(200), input: () => ({ from: '2026-01-01', to: '2026-01-31' }) },
  ...(['GET /insights/visits.csv', 'GET /insights/income', 'GET /insights/income.csv'] as const).map(
    (call): Row => ({
      call,
      cells: professionals(200),
      input: () => ({ from: '2026-01-01', to: '2026-01-31' }),
    }),
  ),
  { call: 'GET /professionals/me/deposit', cells: professionals(200) },
  { call: 'PUT /professionals/me/deposit', cells: professionals(200), input: () => ({ who: 'new_clients' }) },
  { call: 'GET /deposits/quote', cells: everyone(200), input: (w) => w.quotable() },
  { call: 'POST /pay-to/keep', cells: everyone(204), input: (w) => w.waitingPayTo() },
  {
    call: 'POST /bookings/{id}/deposit/paid',
    cells: cells(401, 200, 404, 403, 403, 403),
    input: async (w) => ({ id: await w.deposit('due') }),
  },
  ...(['received', 'not-received'] as const).map(
    (word): Row => ({
      call: `POST /bookings/{id}/deposit/${word}`,
      cells: cells(401, 403, 403, 200, 404, 403),
      input: async (w) => ({ id: await w.deposit('said_paid') }),
    }),
  ),
  {
    call: 'POST /bookings/{id}/deposit/refund-to',
    cells: cells(401, 200, 404, 403, 403, 403),
    input: async (w) => ({
      id: await w.deposit('refund_due'),
      kind: 'payid_phone',
      value: '0400 111 222',
      name: 'Zuri Sow',
    }),
  },
  {
    call: 'POST /bookings/{id}/deposit/refunded',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: await w.deposit('refund_due') }),
  },
  { call: 'GET /busy-calendars/', cells: professionals(200) },
  {
    call: 'POST /busy-calendars/',
    cells: professionals(201),
    input: async (w) => ({ url: await w.outsideFeed(), name: 'Private' }),
  },
  {
    call: 'GET /busy-calendars/times',
    cells: professionals(200),
    input: () => ({ from: '2026-12-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }),
  },
  {
    call: 'DELETE /busy-calendars/{id}',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ id: await w.busyCalendar() }),
  },
  {
    call: 'POST /busy-calendars/{id}/refresh',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: await w.busyCalendar() }),
  },
  { call: 'GET /contacts/', cells: professionals(200) },
  { call: 'POST /contacts/', cells: professionals(201), input: () => ({ name: 'Ruth' }) },
  { call: 'GET /contacts/export.csv', cells: professionals(200) },
  { call: 'GET /contacts/imports', cells: professionals(200) },
  { call: 'POST /contacts/import', cells: professionals(200), input: () => ({ file: Buffer.from('Name\nRuth') }) },
  {
    call: 'DELETE /contacts/import/{id}',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ id: await w.contactImport() }),
  },
  {
    call: 'GET /contacts/{id}',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: await w.guest() }),
  },
  {
    call: 'PUT /contacts/{id}',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: await w.guest(), notes: 'Likes it short' }),
  },
  {
    call: 'POST /contacts/{id}/merge',
    cells: cells(401, 403, 403, 200, 404, 403),
    input: async (w) => ({ id: await w.guest(), into: await w.guest() }),
  },
  {
    call: 'DELETE /contacts/{id}',
    cells: cells(401, 403, 403, 204, 404, 403),
    input: async (w) => ({ id: await w.guest() }),
  },

  { call: 'GET /notifications/me', cells: anyUser(200) },
  { call: 'POST /notifications/read-all', cells: anyUser(204) },
  ...(['GET /notifications/{id}/read', 'POST /notifications/{id}/read'] as const).flatMap((call): Row[] => [
    {
      call,
      about: "a client's",
      cells: cells(401, 200, 404, 404, 404, 404),
      input: async (w) => ({ id: await w.notification('CO') }),
    },
    {
      call,
      about: "a professional's",
      cells: cells(401, 404, 404, 200, 404, 404),
      input: async (w) => ({ id: await w.notification('PO') }),
    },
    {
      call,
      about: "an admin's",
      cells: cells(401, 404, 404, 404, 404, 200),
      input: async (w) => ({ id: await w.notification('AD') }),
    },
  ]),

  { call: 'GET /image', cells: everyone(200), input: () => ({ image_type: 'homepage_carousel' }) },
  { call: 'POST /image/upload', cells: admins(201), input: () => ({ image_type: 'founder', file: pixel }) },
  { call: 'DELETE /image/{id}', cells: admins(204), input: async (w) => ({ id: await w.image() }) },

  { call: 'POST /feedback', cells: anyUser(201), input: () => feedback },
  { call: 'POST /calendar-feed', cells: anyUser(201) },
  { call: 'DELETE /calendar-feed', cells: anyUser(204) },
  { call: 'GET /calendar/{secret}.ics', cells: everyone(200), input: (w) => w.feed() },
  { call: 'GET /calendar/bookings/{secret}.ics', cells: everyone(200), input: (w) => w.calendarFile() },

  {
    call: 'POST /waitlist/signup',
    cells: everyone(201),
    input: () => ({ name: 'Zoë Adjei', email: 'zoe@waitlist.example', role: 'Client' }),
  },
  { call: 'POST /waitlist/verify', cells: everyone(200), input: (w) => w.verification() },
  { call: 'POST /password/forgot', cells: everyone(202), input: () => ({ email: 'nobody@example.com' }) },
  { call: 'POST /password/reset', cells: everyone(204), input: (w) => w.reset() },
  { call: 'GET /invitations/{token}', cells: everyone(200), input: (w) => w.invitation() },
  {
    call: 'POST /invitations/accept',
    cells: everyone(201),
    input: async (w) => ({ ...(await w.invitation()), password: 'correct horse battery' }),
  },

  { call: 'GET /admin/overview', cells: admins(200) },
  { call: 'GET /admin/waitlist', cells: admins(200) },
  { call: 'POST /admin/waitlist/{id}/approve', cells: admins(200), input: async (w) => ({ id: await w.entry() }) },
  { call: 'POST /admin/waitlist/{id}/decline', cells: admins(200), input: async (w) => ({ id: await w.entry() }) },
  {
    call: 'POST /admin/waitlist/{id}/invitation',
    cells: admins(204),
    input: async (w) => ({ id: await w.approvedEntry() }),
  },
  {
    call: 'PATCH /admin/waitlist/{id}',
    cells: admins(200),
    input: async (w) => ({ id: await w.entry(), note: 'Call back' }),
  },
  { call: 'GET /admin/feedback', cells: admins(200) },
  { call: 'GET /admin/users', cells: admins(200) },
  {
    call: 'PATCH /admin/users/{id}',
    cells: admins(200),
    input: async (w) => ({ id: await w.user(), is_active: false }),
    ofUser: true,
  },
  {
    call: 'POST /admin/users/{id}/invitation',
    cells: admins(204),
    input: async (w) => ({ id: await w.user() }),
    ofUser: true,
  },
  { call: 'GET /admin/jobs', cells: admins(200) },
  { call: 'POST /admin/jobs/{id}/retry', cells: admins(204), input: async (w) => ({ id: await w.failedJob() }) },
  { call: 'GET /admin/audit', cells: admins(200) },
];

/** Further cells: what is inactive or deleted is seen by its owner and admins only, or by nobody. */
export const rightsOfHidden: Row[] = [
  {
    call: 'GET /services/{id}',
    about: 'inactive',
    cells: cells(404, 404, 404, 200, 404, 200),
    input: async (w) => ({ id: await w.service({ is_active: false }) }),
  },
  {
    call: 'GET /services/{id}/pictures',
    about: 'inactive',
    cells: cells(404, 404, 404, 200, 404, 200),
    input: async (w) => ({ id: await w.service({ is_active: false }) }),
  },
  {
    call: 'POST /services/{id}/pictures',
    about: 'inactive',
    cells: cells(401, 403, 403, 201, 404, 403),
    input: async (w) => ({ id: await w.service({ is_active: false }), alt: 'Cornrows', file: pixel }),
  },
  {
    call: 'GET /services/{id}',
    about: 'deleted',
    cells: everyone(404),
    input: async (w) => ({ id: await w.deletedService() }),
  },
  {
    call: 'PUT /services/{id}',
    about: 'deleted',
    cells: cells(401, 403, 403, 404, 404, 403),
    input: async (w) => ({ id: await w.deletedService(), ...service }),
  },
  {
    call: 'DELETE /services/{id}',
    about: 'deleted',
    cells: cells(401, 403, 403, 404, 404, 403),
    input: async (w) => ({ id: await w.deletedService() }),
  },
  ...[
    'GET /professionals/{id}',
    'GET /professionals/{id}/pictures',
    'GET /services/professional/{id}',
    'GET /availability/professional/{id}',
    'GET /professionals/{id}/reviews',
  ].map(
    (call): Row => ({
      call,
      about: 'of an inactive professional',
      cells: cells(404, 404, 404, 404, 404, 200),
      input: async (w) => ({ id: await w.inactiveProfessional() }),
    }),
  ),
];

/** The caller of a row: one of the world's, or a new one of the same role. */
export function callerOf(world: World, { endsCaller }: Row, caller: CallerName): Promise<{ token: string } | null> {
  return endsCaller ? world.newcomer(caller) : world.tokenOf(caller);
}
