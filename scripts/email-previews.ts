import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { Email } from '#server/email/transport.ts';
import type { codeEmails } from '#server/features/auth/codes/emails.ts';
import { insertAttempt, insertRequest } from '#server/features/auth/codes/queries.ts';
import { insertFarewell } from '#server/features/auth/deletion-queries.ts';
import { confirmChange, insertEmailChange, undoChange } from '#server/features/auth/email-queries.ts';
import type { authEmails } from '#server/features/auth/emails.ts';
import type { BookingEmail } from '#server/features/bookings/news/booking-email.ts';
import type { bookingEmails } from '#server/features/bookings/news/emails.ts';
import { insertReceipt, voidReceipt } from '#server/features/bookings/payments/queries.ts';
import type { receiptEmails } from '#server/features/bookings/payments/receipt-news.ts';
import type { placeEmails } from '#server/features/bookings/place/emails.ts';
import type { seriesEmails } from '#server/features/bookings/series/emails.ts';
import type { booksReminderEmails } from '#server/features/books-reminders/emails.ts';
import type { busyCalendarEmails } from '#server/features/busy-calendars/emails.ts';
import type { cancellationListEmails } from '#server/features/cancellation-list/emails.ts';
import type { depositEmails } from '#server/features/deposits/emails.ts';
import { putPayTo } from '#server/features/deposits/settings-queries.ts';
import type { reviewEmails } from '#server/features/reviews/emails.ts';
import type { threadEmails } from '#server/features/threads/emails.ts';
import { insertMessage, keepUnread, openThread } from '#server/features/threads/queries.ts';
import type { waitlistEmails } from '#server/features/waitlist/emails.ts';
import { features } from '#server/jobs/features.ts';
import { factories, payTo } from '#server/testing/make.ts';
import type { BookingStatus } from '#shared/constants.ts';
import { escapeHtml } from '#shared/html.ts';
import type { DepositStatus } from '#shared/rules/deposit.ts';
import { otherSide, type Side } from '#shared/rules/reschedule.ts';
import type { Actor } from '#shared/rules/visit-life.ts';

/**
 * `npm run dev` shows every mail on `/emails`: written by the functions that write the real ones, from rows of a
 * transaction that is rolled back.
 */

type Template = keyof (typeof authEmails &
  typeof codeEmails &
  typeof bookingEmails &
  typeof depositEmails &
  typeof booksReminderEmails &
  typeof busyCalendarEmails &
  typeof reviewEmails &
  typeof receiptEmails &
  typeof placeEmails &
  typeof seriesEmails &
  typeof cancellationListEmails &
  typeof threadEmails &
  typeof waitlistEmails);
type Rows = Awaited<ReturnType<typeof insertRows>>;
/** What a delivery's payload would be, once the rows are as the mail needs them. */
type Preview = { name: string; payload: (rows: Rows) => Promise<object> };
type PreviewedEmail = { template: string; name: string; email: Email };

const about = (name: string, status: BookingStatus, change: Partial<BookingEmail>): Preview => ({
  name,
  payload: (rows) => rows.booking(status, change),
});
const ofDeposit = (name: string, status: BookingStatus, deposit: DepositStatus, change: object): Preview => ({
  name,
  payload: (rows) => rows.deposit(status, deposit, change),
});
const cancelled = (name: string, by: Actor, to: 'client' | 'professional') =>
  about(name, 'cancelled', { about: 'cancelled', by, to, was_confirmed: by !== 'system' });
const asked = (name: string, by: Side, change: Partial<BookingEmail>): Preview => ({
  name,
  payload: async (rows) => ({
    ...(await rows.booking('confirmed', change)),
    reschedule_id: await rows.request(by, change),
  }),
});
const newTime = { about: 'rescheduled', from: 'confirmed' } as const;
const ofGuest = (name: string, status: BookingStatus, change: Partial<BookingEmail>): Preview => ({
  name,
  payload: (rows) => rows.guestBooking(status, { to: 'client', ...change } as Partial<BookingEmail>),
});
const entry = (name: string, values: Parameters<Rows['entry']>[0]): Preview => ({
  name,
  payload: (rows) => rows.entry(values),
});

const review = (name: string, change: { about: string; to: Side }): Preview => ({
  name,
  payload: async ({ review: ref }) => ({ ...(await ref()), ...change }),
});
const unread = (name: string, texts: string[], to: Side): Preview => ({
  name,
  payload: (rows) => rows.messages(texts, to),
});
const ofSeries = (name: string, change: object): Preview => ({
  name,
  payload: async ({ series }) => ({ ...(await series()), ...change }),
});
const ofReceipt = (name: string, about: 'issued' | 'voided', isOfGuest = false): Preview => ({
  name,
  payload: (rows) => rows.receipt(about, isOfGuest),
});
const list = (name: string, change: Parameters<Rows['list']>[0]): Preview => ({
  name,
  payload: (rows) => rows.list(change),
});
const ofClient = (name: string): Preview => ({ name, payload: async ({ client }) => ({ user_id: client.userId }) });
const emailChange = (name: string, change: Parameters<Rows['emailChange']>[0]): Preview => ({
  name,
  payload: (rows) => rows.emailChange(change),
});

/** Every mail. A new template does not compile without an entry. */
const previews: Record<Template, Preview[]> = {
  booking: [
    about('A request, to the professional', 'pending', { about: 'requested', to: 'professional' }),
    about('Confirmed, to the client', 'confirmed', { about: 'confirmed', to: 'client' }),
    about('Booked and confirmed at once, to the professional', 'confirmed', { about: 'booked', to: 'professional' }),
    about('Confirmed at once, to the client', 'confirmed', { about: 'confirmed', to: 'client', how: 'instant' }),
    about('Written in, to the client', 'confirmed', { about: 'confirmed', to: 'client', how: 'written_in' }),
    asked('Another time asked for, to the professional', 'client', { about: 'reschedule_asked', to: 'professional' }),
    asked('Another time asked for, to the client', 'professional', { about: 'reschedule_asked', to: 'client' }),
    asked('Declined, to the client', 'client', { about: 'reschedule_declined', to: 'client' }),
    asked('Declined, to the professional', 'professional', { about: 'reschedule_declined', to: 'professional' }),
    asked('Not answered, to the client', 'client', { about: 'reschedule_expired', to: 'client' }),
    asked('A new time, to the client', 'client', { ...newTime, answered: true, to: 'client' }),
    asked('A new time at once, to the professional', 'client', { ...newTime, answered: false, to: 'professional' }),
    asked('A new time accepted, to the professional', 'professional', {
      ...newTime,
      answered: true,
      to: 'professional',
    }),
    about('A reminder, to the client', 'confirmed', { about: 'reminder', to: 'client' }),
    about('Due again, to the client', 'completed', { about: 'due_again', to: 'client' }),
    about('A reminder, to the professional', 'confirmed', { about: 'reminder', to: 'professional' }),
    about('Another address, to the professional', 'confirmed', { about: 'address_changed', to: 'professional' }),
    about('Completed, to the client', 'completed', { about: 'completed', to: 'client' }),
    cancelled('Cancelled by the client, to the professional', 'client', 'professional'),
    cancelled('Cancelled by the professional, to the client', 'professional', 'client'),
    cancelled('Cancelled by an admin, to the client', 'admin', 'client'),
    cancelled('Cancelled by an admin, to the professional', 'admin', 'professional'),
    cancelled('Not answered in time, to the client', 'system', 'client'),
    cancelled('Not answered in time, to the professional', 'system', 'professional'),
    ofDeposit('A request that waits for a deposit, to the professional', 'pending', 'due', {
      about: 'requested',
      to: 'professional',
    }),
    ofDeposit('A deposit to pay, to the client', 'pending', 'due', { about: 'deposit_asked', to: 'client' }),
    ofDeposit('A deposit still to pay, to the client', 'pending', 'due', { about: 'deposit_reminder', to: 'client' }),
    ofDeposit('A deposit said to be paid, to the professional', 'pending', 'said_paid', {
      about: 'deposit_paid',
      to: 'professional',
    }),
    ofDeposit('A deposit that is not there, to the client', 'pending', 'due', {
      about: 'deposit_not_received',
      to: 'client',
    }),
    ofDeposit('A deposit received, to the client', 'confirmed', 'received', { about: 'confirmed', to: 'client' }),
    ofDeposit('A deposit waived, to the client', 'confirmed', 'waived', { about: 'confirmed', to: 'client' }),
    ofDeposit('Not paid in time, to the client', 'cancelled', 'released', {
      about: 'cancelled',
      by: 'system',
      to: 'client',
    }),
    ofDeposit('Cancelled with a refund, to the client', 'cancelled', 'refund_due', {
      about: 'cancelled',
      by: 'professional',
      to: 'client',
      was_confirmed: true,
    }),
    ofDeposit('A refund to make, to the professional', 'cancelled', 'refund_due', {
      about: 'deposit_refund',
      to: 'professional',
    }),
    ofDeposit('A refund to make again, to the professional', 'cancelled', 'refund_due', {
      about: 'deposit_refund_reminder',
      to: 'professional',
    }),
    ofDeposit('Refunded, to the client', 'cancelled', 'refunded', { about: 'deposit_refunded', to: 'client' }),
    ofGuest('Written in, to a guest', 'confirmed', { about: 'confirmed', how: 'written_in' }),
    ofGuest('A reminder, to a guest', 'confirmed', { about: 'reminder' }),
    ofGuest('A new time, to a guest', 'confirmed', { ...newTime, answered: false }),
    ofGuest('Cancelled, to a guest', 'cancelled', { about: 'cancelled', by: 'professional', was_confirmed: true }),
  ],
  pay_to_changed: [
    { name: 'Another payee that waits', payload: (rows) => rows.payTo('waits') },
    { name: 'The first payee', payload: (rows) => rows.payTo('counts') },
    { name: 'No payee any more', payload: (rows) => rows.payTo('removed') },
  ],
  refund_to_set: [
    { name: 'Where a refund goes, to the client', payload: (rows) => rows.refundTo('client') },
    { name: 'Where a refund goes, to the professional', payload: (rows) => rows.refundTo('professional') },
  ],
  busy_calendar: [{ name: 'A calendar that fails', payload: (rows) => rows.busyCalendar() }],
  review: [
    review('A new review, to the professional', { about: 'created', to: 'professional' }),
    review('A reply, to the client', { about: 'replied', to: 'client' }),
    review('A hidden review, to the client', { about: 'hidden', to: 'client' }),
    review('A hidden reply, to the professional', { about: 'reply_hidden', to: 'professional' }),
  ],
  message: [
    unread('One unread message, to the client', ['Running about 10 minutes late, sorry.'], 'client'),
    unread(
      'Unread messages, to the professional',
      ['Do you have colour 27?', 'And could you do it down to the middle of my back?'],
      'professional',
    ),
  ],
  place: [
    {
      name: 'A new address of the professional, to the client',
      payload: async (rows) => ({ visits: [(await rows.booking('confirmed', {})).booking_id] }),
    },
  ],
  receipt: [
    ofReceipt('A receipt, to the client', 'issued'),
    ofReceipt('A voided receipt, to the client', 'voided'),
    ofReceipt('A receipt, to a guest', 'issued', true),
  ],
  books_opened: [
    {
      name: 'Books that open, to the client',
      payload: async ({ client, professional }) => ({
        client_id: client.clientId,
        professional_id: professional.professionalId,
        month: '2026-12',
      }),
    },
  ],
  series: [
    ofSeries('A standing appointment, to the client', { about: 'made', to: 'client', by: 'professional' }),
    ofSeries('More of it, to the client', { about: 'extended', to: 'client', by: 'professional' }),
    ofSeries('New times of several, to the client', { about: 'moved', to: 'client', by: 'professional' }),
    ofSeries('Several cancelled, to the client', { about: 'cancelled', to: 'client', by: 'professional' }),
    ofSeries('Several cancelled by the client, to them', { about: 'cancelled', to: 'client', by: 'client' }),
    ofSeries('Several cancelled, to the professional', { about: 'cancelled', to: 'professional', by: 'client' }),
    ofSeries('Two are left, to the professional', { about: 'ending', to: 'professional', left: 2 }),
  ],
  cancellation_list: [
    list('A time is offered', { about: 'offered' }),
    list('A time is offered no more', { about: 'withdrawn' }),
    list('Three offers were not answered', { about: 'paused' }),
    list('The professional keeps no list any more', { about: 'ended', why: 'list_off' }),
  ],
  waitlist: [
    entry('A new signup', { status: 'unverified' }),
    entry('A signup of a verified address', { status: 'verified' }),
    entry('A signup of an approved address', { status: 'approved' }),
    entry('A signup of a declined address', { status: 'declined' }),
  ],
  waitlist_invitation: [
    entry('Invited, a client', { status: 'approved' }),
    entry('Invited, a professional', { status: 'approved', role: 'Barber' }),
    entry('Invited, with an account', { status: 'approved', hasAccount: true }),
  ],
  waitlist_decline: [entry('Declined', { status: 'declined' })],
  password_reset: [ofClient('A forgotten password')],
  password_changed: [ofClient('The password was changed')],
  user_invitation: [ofClient('Invited by an admin')],
  email_change: [
    emailChange('Another address, to the new one', {}),
    emailChange('Another address that has an account', { isTaken: true }),
  ],
  email_change_notice: [emailChange('Another address, to the old one', {})],
  email_changed: [
    emailChange('The address was changed, to the old one', { isConfirmed: true }),
    emailChange('It was changed back, to the one in between', { isConfirmed: true, isUndone: true }),
  ],
  account_deleted: [{ name: 'The account is deleted', payload: (rows) => rows.farewell() }],
  one_time_code: [
    { name: 'A code to log in', payload: (rows) => rows.code('login') },
    { name: 'A code to sign up', payload: (rows) => rows.code('signup') },
    { name: 'A code to confirm', payload: (rows) => rows.code('confirmation') },
  ],
  code_without_account: [{ name: 'No account yet, and no signing up', payload: (rows) => rows.code('signup') }],
  new_device: [{ name: 'A sign-in from a new device', payload: (rows) => rows.device() }],
};

/** Writes every mail. Nothing of it stays in the database. */
export async function previewEmails({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<PreviewedEmail[]> {
  const found: PreviewedEmail[] = [];
  const rolledBack = new Error('rolled back');
  const previewing = transact(db, async (trx) => {
    const rows = await insertRows({ config, db: trx });
    for (const { emails = {} } of features) {
      for (const [template, write] of Object.entries(emails)) {
        for (const { name, payload } of previews[template as Template] ?? []) {
          const open = { ...config, clientSignup: 'open' as const };
          const written = await write({ config: open, db: trx }, await payload(rows), { eventId: randomUUID() });
          if (!('email' in written)) throw new Error(`${template}, ${name}: ${JSON.stringify(written)}`);
          found.push({ template, name, email: written.email });
        }
      }
    }
    throw rolledBack;
  });
  await previewing.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  return found;
}

/** People, a booking and what else mails are about. */
async function insertRows({ config, db }: { config: Deps['config']; db: Db }) {
  const make = factories({ config, db });
  const professional = await make.professional({
    display_name: 'Adébáyọ̀ & Daughters',
    time_zone: 'Australia/Melbourne',
  });
  const client = await make.client({ first_name: 'Chinwe', last_name: "Ng'ang'a-Smith" });
  const serviceIds = [
    await make.service(professional.professionalId, {
      name: 'Knotless braids to the waist',
      price: 320,
      service_duration_minutes: 300,
    }),
    await make.service(professional.professionalId, { name: 'Wash and deep treatment' }),
  ];
  const notes =
    'I come straight from work, so I may be five minutes late.\nPlease use the unscented products: ' +
    'https://example.com/a-very-long-address-that-has-to-break-somewhere-on-a-narrow-phone';
  const made = await make.booking({
    professionalId: professional.professionalId,
    clientId: client.clientId,
    serviceIds,
    notes,
  });
  const written = await make.booking({
    professionalId: professional.professionalId,
    serviceIds,
    notes,
    start: Date.parse(made.end_time) + 3_600_000,
  });
  const contact = { name: 'Bernadette Kelly', email: 'guest@example.com' };
  const guest_id = await make.row('contacts', { professional_id: professional.professionalId, ...contact });
  await make.change('bookings', written.bookingId, { client_id: null, guest_id, written_in: true });
  let deposits = 0;
  const rows = {
    client,
    professional,
    async booking(status: BookingStatus, change: Partial<BookingEmail>, of = made) {
      const by = 'by' in change ? change.by : null;
      const reason =
        by === 'professional' || by === 'client' ? 'A burst pipe: the studio is closed on that day. I am sorry!' : null;
      const due_at = status === 'pending' || status === 'confirmed' ? of.start_time : null;
      const changed = { status, version: 1, cancelled_by: by, cancel_reason: reason, due_at };
      await make.change('bookings', of.bookingId, changed);
      return { booking_id: of.bookingId, version: 1, ...change };
    },
    async request(by: Side, { about }: Partial<BookingEmail>, of = made) {
      const status = about === 'reschedule_asked' ? 'pending' : 'declined';
      const start = Date.parse(of.start_time) + 26 * 3_600_000;
      await db.deleteFrom('reschedules').where('booking_id', '=', of.bookingId).execute();
      const id = await make.row('reschedules', {
        professional_id: of.professionalId,
        booking_id: of.bookingId,
        requested_by: by,
        status,
        answered_at: status === 'pending' ? null : sql`clock_now()`,
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + Date.parse(of.end_time) - Date.parse(of.start_time)).toISOString(),
        previous_start_time: of.start_time,
        message: 'My train is only there at noon. Would that be fine?',
        expires_at: of.start_time,
        booking_expires_at: of.start_time,
      });
      return id;
    },
    async deposit(status: BookingStatus, deposit: DepositStatus, change: object) {
      const given = { professionalId: professional.professionalId, clientId: client.clientId, serviceIds };
      const start = Date.parse(made.end_time) + 24 * 3_600_000 * ++deposits;
      const { bookingId } = await make.booking({ ...given, status, start, deposit: { cents: 8_300, status: deposit } });
      return { booking_id: bookingId, version: 0, was_confirmed: false, ...change };
    },
    async payTo(how: string) {
      await putPayTo(db, professional.professionalId, payTo, { ...payTo, value: '0400333444' });
      return { user_id: professional.userId, kind: payTo.kind, end: '444', how };
    },
    async refundTo(to: Side) {
      const { booking_id } = await rows.deposit('cancelled', 'refund_due', {});
      return { booking_id, kind: payTo.kind, end: '222', to };
    },
    async busyCalendar() {
      const { professionalId: professional_id } = made;
      const calendar_id = await make.row('busy_calendars', {
        ...{ professional_id, name: 'Private', host: 'calendar.example' },
        encrypted_url: Buffer.from('x'),
        url_hmac: Buffer.from('x'),
        next_read_at: sql`clock_now()`,
        failing_since: sql`clock_now() - interval '1 day'`,
        problem: 'It took too long to answer.',
      });
      return { professional_id, calendar_id };
    },
    async review() {
      const { bookingId: booking_id, professionalId: professional_id, clientId: client_id } = made;
      await db.deleteFrom('reviews').where('booking_id', '=', booking_id).execute();
      const id = await make.row('reviews', {
        ...{ professional_id, booking_id, client_id, stars: 4 },
        text: 'Took her time with my edges, and nothing pulled.',
        reply: 'Thank you! See you in five weeks.',
        hidden_reason: 'It names another client.',
        reply_hidden_reason: 'It names another client.',
      });
      return { booking_id, review_id: id };
    },
    async messages(texts: string[], to: Side) {
      const { professionalId: professional_id, clientId: client_id } = made;
      const pair = { professional_id, client_id };
      await db.deleteFrom('threads').where('professional_id', '=', professional_id).execute();
      const thread_id = await openThread(db, pair);
      const row = { ...pair, thread_id, side: otherSide(to), author_id: randomUUID(), picture_ids: [] };
      for (const text of texts) await insertMessage(db, { ...row, text }, { asks: false, counts: false });
      await keepUnread(db, thread_id, to);
      return { thread_id, to };
    },
    async receipt(about: 'issued' | 'voided', isOfGuest: boolean) {
      const of = isOfGuest ? written : made;
      const { booking_id } = await rows.booking('completed', {}, of);
      const owner = { professional_id: of.professionalId, id: booking_id };
      const day = of.start_time.slice(0, 10);
      const content = {
        ...{ title: 'Tax invoice' as const, business_name: 'Adébáyọ̀ & Daughters Pty Ltd', abn: '51824753556' },
        client: isOfGuest ? 'Bernadette Kelly' : "Chinwe Ng'ang'a-Smith",
        lines: [
          { name: 'Knotless braids to the waist', amount: 320 },
          { name: 'Adjustment', amount: -20 },
        ],
        ...{ total: 300, deposit: 83, paid: 300, gst: 27.27 },
        payments: [
          { method: 'cash' as const, amount: 100, paid_on: day },
          { method: 'card' as const, amount: 117, paid_on: day },
        ],
      };
      await voidReceipt(db, owner);
      const number = await insertReceipt(db, owner, { issued_on: day, content });
      if (about === 'voided') await voidReceipt(db, owner);
      return { booking_id, number, about, to: 'client' };
    },
    async series() {
      const { bookingId: booking_id, professionalId: professional_id, start_time } = made;
      const values = { professional_id, every_weeks: 5, visits: 4 };
      const id = await make.row('series', values);
      const first = Date.parse(start_time);
      const visits = [0, 5, 10, 15].map((weeks) => ({
        booking_id: weeks === 0 ? booking_id : randomUUID(),
        version: 1,
        sequence: 1,
        start: first + weeks * 7 * 24 * 3_600_000,
      }));
      return { series_id: id, booking_id, visits };
    },
    async list({ about, why }: { about: 'offered' | 'withdrawn' | 'paused' | 'ended'; why?: string }) {
      const { professionalId: professional_id, clientId: client_id, start_time, end_time } = made;
      const waits = { professional_id, client_id, service_ids: serviceIds, windows: `{[${start_time},${end_time})}` };
      const entry_id = await make.row('cancellation_list_entries', waits);
      if (about === 'paused' || about === 'ended') return { about, entry_id, professional_id, why };
      const status = about === 'offered' ? 'offered' : 'withdrawn';
      const opening_id = await make.row('openings', {
        ...{ professional_id, entry_id, by_hand: false, status, start_time, end_time },
        expires_at: sql`clock_now() + interval '2 hours'`,
        ended_at: status === 'offered' ? null : sql`clock_now()`,
        freed_at: sql`clock_now()`,
      });
      // What was never mailed is not taken back by mail.
      const offer = {
        channel: 'mail',
        recipient: client_id,
        template: 'cancellation_list',
        sent_at: sql<string>`clock_now()`,
      };
      const payload = JSON.stringify({ about: 'offered', opening_id });
      await make.row('deliveries', { ...offer, event_id: randomUUID(), payload });
      return { about, opening_id };
    },
    async guestBooking(status: BookingStatus, change: Partial<BookingEmail>) {
      const payload = await rows.booking(status, change, written);
      if (change.about !== 'rescheduled') return payload;
      return { ...payload, reschedule_id: await rows.request('professional', change, written) };
    },
    async entry({
      status,
      role = 'Client',
      hasAccount = false,
    }: {
      status: string;
      role?: string;
      hasAccount?: boolean;
    }) {
      const email = hasAccount ? professional.email : `${randomUUID()}@example.com`;
      const decline_reason = status === 'declined' ? 'We begin with people in Melbourne.' : null;
      const values = { name: 'Mere Te Ao', email, role, status, decline_reason };
      const id = await make.row('waitlist_entries', values);
      return { entry_id: id };
    },
    async emailChange({
      isTaken = false,
      isConfirmed = false,
      isUndone = false,
    }: {
      isTaken?: boolean;
      isConfirmed?: boolean;
      isUndone?: boolean;
    }) {
      const { userId: user_id, email } = client;
      const { id } = await insertEmailChange(db, user_id, isTaken ? professional.email : `${randomUUID()}@example.com`);
      if (isConfirmed) await transact(db, (trx) => confirmChange(trx, id));
      const undone = isUndone ? await transact(db, (trx) => undoChange(trx, { user_id, email })) : undefined;
      return { change_id: undone?.id ?? id };
    },
    farewell: async () => ({ farewell_id: await insertFarewell(db, client.email) }),
    async code(about: 'login' | 'signup' | 'confirmation') {
      const isConfirmation = about === 'confirmation';
      const { userId, email: own } = await make.client();
      const email = about === 'signup' ? `${randomUUID()}@example.com` : own;
      if (isConfirmation) await make.change('users', userId, { password_hash: null });
      const hash = randomBytes(32).toString('hex');
      await insertAttempt(db, hash, email, isConfirmation ? { purpose: 'confirmation', userId } : { purpose: 'login' });
      const request = { attempt_hash: hash, email, caller: 'preview', network: 'preview' };
      return { request_id: (await insertRequest(db, request)).id };
    },
    async device() {
      const row = { user_id: client.userId, key: '0'.repeat(64), device: 'Firefox on Android' };
      await db.insertInto('login_devices').values(row).execute();
      return { user_id: row.user_id, device_key: row.key };
    },
  };
  return rows;
}

const frames = [
  { label: '320 px', width: 320, dark: false },
  { label: '320 px, dark', width: 320, dark: true },
  { label: '720 px', width: 720, dark: false },
];

/**
 * One page with all mails: their HTML at the width of a small phone, in both schemes, and of a computer, and their
 * text.
 */
export function previewPage(emails: readonly PreviewedEmail[]): string {
  const anchor = (index: number) => `mail-${index + 1}`;
  const links = emails
    .map(({ name }, index) => `<li><a href="#${anchor(index)}">${escapeHtml(name)}</a></li>`)
    .join('');
  const sections = emails.map(({ template, name, email }, index) => {
    const shown = frames.map(({ label, width, dark }) => {
      // A frame has the scheme of the whole browser.
      const html = email.html.replace('(prefers-color-scheme:dark)', dark ? 'all' : 'not all');
      return `<figure><figcaption>${label}</figcaption>
<iframe title="${label}" width="${width}" height="1250" srcdoc="${escapeHtml(html)}"></iframe></figure>`;
    });
    const header = [
      `template ${template}`,
      `subject: ${email.subject}`,
      email.unsubscribe ? 'List-Unsubscribe' : 'no List-Unsubscribe',
      email.invitation ? `calendar entry: ${email.invitation.method}` : '',
    ].filter(Boolean);
    return `<section id="${anchor(index)}"><h2>${escapeHtml(name)}</h2>
<p>${header.map(escapeHtml).join(' · ')}</p><div class="row">${shown.join('')}
<figure><figcaption>text</figcaption><pre>${escapeHtml(email.text)}</pre></figure></div></section>`;
  });
  return `<!doctype html><html lang="en-AU"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Mails · Saluni</title>
<style>body{font:16px/1.5 system-ui;margin:24px;background:#eee;color:#222}
.row{display:flex;gap:16px;overflow-x:auto;align-items:flex-start}figure{margin:0}
iframe{border:1px solid #999;background:#fff}
pre{width:560px;white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;padding:16px;margin:0}</style></head>
<body><h1>Every mail</h1><ul>${links}</ul>${sections.join('\n')}</body></html>`;
}
