import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { transact } from '#server/db/transact.ts';
import { drawCode, hashCode } from '#server/features/auth/codes/hash-code.ts';
import { insertAttempt, insertCode, insertRequest } from '#server/features/auth/codes/queries.ts';
import { confirmChange, insertEmailChange } from '#server/features/auth/email-queries.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { putFeed } from '#server/features/calendar/queries.ts';
import { putPayTo } from '#server/features/deposits/settings-queries.ts';
import { insertImage } from '#server/features/images/queries.ts';
import { openThread } from '#server/features/threads/queries.ts';
import { putEntry } from '#server/features/waitlist/queries.ts';
import { calendarSecretOf } from '#server/links/calendar-secrets.ts';
import { newLink } from '#server/links/mailed-links.ts';
import { hashToken, newToken } from '#server/links/tokens.ts';
import { unsubscribeLink } from '#server/links/unsubscribe-links.ts';
import type { Series } from '#shared/series.ts';
import type { EntryStatus } from '#shared/waitlist.ts';
import type { TestApp } from './app.ts';
import { startCalendarServer } from './calendar-server.ts';
import { type ClientPerson, type Person, type ProfessionalPerson, password } from './make.ts';

/**
 * Callers of the rights table: AN nobody; CO a client who owns the object, CX another; PO a professional who owns it or
 * is party to it, PX another; AD an admin.
 */
export const callers = ['AN', 'CO', 'CX', 'PO', 'PX', 'AD'] as const;
export type CallerName = (typeof callers)[number];

const HOUR = 3_600_000;
const mobilePlace = { kind: 'mobile', address: null, access_note: null, public: false, facts: [] } as const;

/** Creates the callers and functions that make their objects. Each call gets new objects, because calls change them. */
async function openWorld(t: TestApp) {
  const { db } = t.deps;
  const people = {
    CO: await t.make.client(),
    CX: await t.make.client(),
    PO: await t.make.professional(),
    PX: await t.make.professional(),
    AD: await t.make.admin(),
  } satisfies Record<string, ClientPerson | ProfessionalPerson | Person>;

  const passwordHash = await hashPassword(password);
  let made = 0;
  /** Once for all, so that an hour that begins meanwhile moves nothing onto another. */
  const hour = Math.ceil(Date.now() / HOUR) * HOUR;
  /** An unused start, three hours later each time. */
  const nextStart = () => hour + 2 * 24 * HOUR + 3 * HOUR * made++;

  let gaps = 0;
  /** An unused hour between those of `nextStart`, within 62 days. */
  const nextGap = () => hour + 2 * 24 * HOUR + 1.5 * HOUR + 3 * HOUR * (gaps++ % 480);
  let calendarServer: ReturnType<typeof startCalendarServer> | undefined;

  let past = 0;
  /** An unused start of an hour that is over, within the last month. */
  const nextPast = () => hour - 51 * HOUR - HOUR * past++;

  /** A new session for each call, because some calls end it. */
  async function tokenOf(caller: CallerName): Promise<{ token: string } | null> {
    return caller === 'AN' ? null : startSession(db, t.deps.config, people[caller].userId);
  }

  /** One for all bookings: a professional has at most 200. */
  function serviceOfPO(): Promise<string> {
    bookedService ??= t.make.service(people.PO.professionalId).then(async (id) => {
      const extra = { id: wash, kind: 'wash', name: 'Wash', price_cents: 500, service_duration_minutes: 0 };
      await t.make.change('services', id, { extras: JSON.stringify([extra]) });
      return id;
    });
    return bookedService;
  }

  const visits = new Map<string, Promise<{ id: string; start: number }>>();
  /** A visit of CO with PO that has just ended, the same one for the same purpose. */
  function visit(purpose: string): Promise<{ id: string; start: number }> {
    const start = hour - 3 * HOUR * (visits.size + 1);
    const made = visits.get(purpose) ?? booking('completed', start).then((id) => ({ id, start }));
    visits.set(purpose, made);
    return made;
  }

  /** An extra of the service that is booked. */
  const wash = randomUUID();

  let bookedService: Promise<string> | undefined;
  /** Inserts a booking between CO and PO. Earlier pending ones are deleted, because a client may have only a few. */
  async function booking(
    status: 'pending' | 'confirmed' | 'completed' | 'cancelled',
    start = nextStart(),
    more: Parameters<TestApp['make']['booking']>[0] = {},
  ): Promise<string> {
    await forgetPending();
    const serviceIds = [await serviceOfPO()];
    const pair = { professionalId: people.PO.professionalId, clientId: people.CO.clientId };
    return (await t.make.booking({ ...pair, serviceIds, status, start, ...more })).bookingId;
  }

  /** CO's, of PO. */
  async function review(): Promise<{ id: string; booking_id: string }> {
    const booking_id = await booking('completed', nextStart() - 2_000 * 24 * HOUR);
    const pair = { professional_id: people.PO.professionalId, client_id: people.CO.clientId };
    return { id: await t.make.row('reviews', { ...pair, booking_id, stars: 4 }), booking_id };
  }

  /** The thread of CO and PO, with a message of that side. */
  async function thread(
    from: 'CO' | 'PO' = 'CO',
    picture_ids: string[] = [],
  ): Promise<{ id: string; message_id: string }> {
    const pair = { professional_id: people.PO.professionalId, client_id: people.CO.clientId };
    const id = await transact(db, (trx) => openThread(trx, pair));
    await db.updateTable('thread_sides').set({ blocked_at: null }).where('thread_id', '=', id).execute();
    const written = { text: 'Do you have colour 27?', picture_ids };
    const { body } = await t.rest.call(await tokenOf(from), 'threads.write', { id, ...written });
    return { id, message_id: (body as { id: string }).id };
  }

  /** Input of a quote of PO to CO. */
  async function quoted() {
    const service_id = await serviceOfPO();
    return { id: (await thread()).id, service_id, price: 240, service_duration_minutes: 390 };
  }

  /** CO waits for PO. Earlier entries go, because a client may have only a few. */
  async function listEntry(status: 'waiting' | 'paused' = 'waiting'): Promise<string> {
    const { professionalId: professional_id } = people.PO;
    await db.deleteFrom('cancellation_list_entries').execute();
    bookedService ??= t.make.service(professional_id);
    const service_ids = [await bookedService];
    const start = nextGap();
    const windows = `{[${new Date(start).toISOString()},${new Date(start + 2 * HOUR).toISOString()})}`;
    const { clientId: client_id } = people.CO;
    return t.make.row('cancellation_list_entries', { professional_id, client_id, service_ids, windows, status });
  }

  /** A time of PO's that is offered to CO by hand. */
  async function opening(): Promise<string> {
    const input = { entry_id: await listEntry(), start_time: new Date(nextGap()).toISOString() };
    const made = await t.rest.call(await tokenOf('PO'), 'openings.offer', input);
    return (made.body as { id: string }).id;
  }

  async function forgetPending(): Promise<void> {
    await db.deleteFrom('bookings').where('status', '=', 'pending').execute();
  }

  async function entry(status: EntryStatus): Promise<string> {
    // One word that nobody else has, because the names of accounts must not be found in answers.
    const name = `Invited-${randomUUID()}`;
    return t.make.row('waitlist_entries', { name, email: `${name.toLowerCase()}@example.com`, role: 'Client', status });
  }

  const range = () => {
    const start = nextStart();
    return { start_time: new Date(start).toISOString(), end_time: new Date(start + 2 * HOUR).toISOString() };
  };

  await booking('completed', Math.floor(Date.now() / HOUR) * HOUR - 48 * HOUR);

  /** Somebody new in the role of a caller, who knows `password`. */
  async function newcomer(caller: CallerName): Promise<{ token: string } | null> {
    if (caller === 'AN') return null;
    const role = { C: 'client', P: 'professional', A: 'admin' } as const;
    const person = await { client: t.make.client, professional: t.make.professional, admin: t.make.admin }[
      role[caller[0] as 'C' | 'P' | 'A']
    ]();
    await t.make.password(person);
    return person;
  }

  return {
    people,
    password,
    thread,
    quoted,
    /** A booking at a time that PO has taken off since: whoever is not PO finds no room for more. */
    async withoutRoom(): Promise<string> {
      const start = nextStart();
      const id = await booking('confirmed', start);
      await t.make.timeOff(people.PO.professionalId, start, start + HOUR);
      return id;
    },
    async quote(): Promise<string> {
      const { body } = await t.rest.call(await tokenOf('PO'), 'threads.quote', await quoted());
      return (body as { quote: { id: string } }).quote.id;
    },
    /** A picture that CO has sent to PO. */
    async sentPicture(file: Uint8Array): Promise<{ id: string; picture_id: string }> {
      const { body } = await t.rest.call(await tokenOf('CO'), 'threads.addPicture', { file });
      const picture_id = (body as { id: string }).id;
      return { id: (await thread('CO', [picture_id])).id, picture_id };
    },
    /** CO's. Earlier ones go, because a client may have only a few. */
    async hairPicture(file: Uint8Array): Promise<string> {
      await db.deleteFrom('hair_pictures').execute();
      const { body } = await t.rest.call(await tokenOf('CO'), 'hair.addPicture', { file });
      return (body as { id: string }).id;
    },
    /** CO's, shared with a booking of PO. */
    async sharedPicture(file: Uint8Array): Promise<{ id: string; picture_id: string }> {
      const picture_id = await this.hairPicture(file);
      const id = await booking('confirmed');
      await t.rest.call(await tokenOf('CO'), 'bookings.share', { id, picture_ids: [picture_id] });
      return { id, picture_id };
    },
    async report(): Promise<string> {
      const { id } = await thread();
      await t.rest.call(await tokenOf('PO'), 'threads.report', { id, reason: 'Insults' });
      const open = db
        .selectFrom('thread_reports')
        .select('id')
        .where('thread_id', '=', id)
        .where('closed_at', 'is', null);
      return (await open.executeTakeFirstOrThrow()).id;
    },
    review,
    listEntry,
    opening,
    /** Input of an entry for PO's list, for a time that their hours do not offer. */
    async waiting() {
      const start = nextGap();
      await db.deleteFrom('cancellation_list_entries').execute();
      await t.make.timeOff(people.PO.professionalId, start, start + 2 * HOUR);
      const window = { start: new Date(start).toISOString(), end: new Date(start + 2 * HOUR).toISOString() };
      const service_ids = [await t.make.service(people.PO.professionalId)];
      return { professional_id: people.PO.professionalId, service_ids, windows: [window] };
    },
    /** A start ahead that nothing has. */
    start: () => new Date(nextGap()).toISOString(),
    tokenOf,
    newcomer,
    range,
    service: (more: { is_active?: boolean } = {}) => t.make.service(people.PO.professionalId, more),
    async deletedService(): Promise<string> {
      const id = await t.make.service(people.PO.professionalId);
      await t.make.change('services', id, { deleted_at: new Date().toISOString() });
      return id;
    },
    /** PO's. */
    async handle(): Promise<string> {
      const row = { handle: 'po-braids', professional_id: people.PO.professionalId };
      await db
        .insertInto('handles')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return row.handle;
    },
    /** Somebody else's than PO's. */
    newProfessional: async () => (await t.make.professional()).professionalId,
    inactiveProfessional: async () => (await t.make.professional({ is_active: false })).professionalId,
    /** A window of two hours without bookings. */
    async window(): Promise<string> {
      const { start_time, end_time } = range();
      return t.make.window(people.PO.professionalId, start_time, end_time);
    },
    /** A date ahead. */
    date: () => new Date(Date.now() + 30 * 24 * HOUR).toISOString().slice(0, 10),
    /** A date of PO's own. */
    async ownDate(): Promise<string> {
      const date = new Date(Date.now() + 40 * 24 * HOUR).toISOString().slice(0, 10);
      const row = { professional_id: people.PO.professionalId, date, hours: [] };
      await db
        .insertInto('hour_dates')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return date;
    },
    timeOff(): Promise<string> {
      const { start_time, end_time } = range();
      return t.make.timeOff(people.PO.professionalId, start_time, end_time);
    },
    booking,
    wash,
    /** A start of a booking that is over, another one each time. */
    past: nextPast,
    visit,
    /** A paid visit of CO with PO, with a receipt that stands, or without one. */
    async receipted(stands: boolean): Promise<string> {
      const { id } = await visit(stands ? 'receipted' : 'to receipt');
      const token = await tokenOf('PO');
      const of = (procedure: string, input: object = {}) =>
        t.rest.call(token, `bookings.${procedure}`, { id, ...input });
      if (!stands) await of('voidReceipt');
      await of('writePayments', { payments: [{ method: 'card', amount: 60 }] });
      if (stands) await of('issueReceipt');
      return id;
    },
    /** A booking of CO with PO, who comes to clients from then on, or one that PO wrote in for them. */
    async visited(isWrittenIn = false): Promise<{ id: string }> {
      const id = await booking('confirmed');
      const place = JSON.stringify(mobilePlace);
      await t.make.change('professionals', people.PO.professionalId, { place });
      await t.make.change('bookings', id, { written_in: isWrittenIn });
      return { id };
    },
    /** Input of a booking that PO writes in. */
    async writtenIn(): Promise<Record<string, unknown>> {
      const service = await t.make.service(people.PO.professionalId);
      return { service_ids: [service], start_time: new Date(nextStart()).toISOString(), guest: { name: 'Kim' } };
    },
    /** A booking of CO with PO that asks a deposit of such a status. */
    deposit: (status: 'due' | 'said_paid' | 'refund_due') =>
      booking(status === 'refund_due' ? 'cancelled' : 'pending', nextStart(), { deposit: { status } }),
    /** Input that asks for the deposit of a service of PO. */
    async quotable(): Promise<Record<string, unknown>> {
      const start_time = new Date(nextStart()).toISOString();
      return { professional_id: people.PO.professionalId, service_ids: [await serviceOfPO()], start_time };
    },
    /** The token of the mailed link that drops where a professional is to be paid. */
    async waitingPayTo(): Promise<{ token: string }> {
      const { email, userId, professionalId } = await t.make.professional();
      await putPayTo(db, professionalId, null, { kind: 'payid_email', value: email, name: 'Amara' });
      return { token: await newLink(db, 'pay_to_keep', { email, userId }) };
    },
    /** Input that asks what a standing appointment for a service of PO would meet. */
    async plan(): Promise<Record<string, unknown>> {
      return {
        service_ids: [await serviceOfPO()],
        start_time: new Date(nextStart()).toISOString(),
        every_weeks: 5,
        count: 3,
      };
    },
    /** Input of a standing appointment of two visits with PO. */
    async newSeries(): Promise<Record<string, unknown>> {
      const start_times = [nextStart(), nextStart()].map((start) => new Date(start).toISOString());
      return { service_ids: [await serviceOfPO()], every_weeks: 1, start_times, guest: { name: 'Kim' } };
    },
    /** A standing appointment of PO with CO, its first visit, and another time for that. */
    async series(): Promise<{ id: string; from: string; start_time: string }> {
      await booking('confirmed');
      await db.deleteFrom('walk_in_mails').execute();
      const input = { ...(await this.newSeries()), guest: null, client_id: people.CO.clientId };
      const { body } = await t.rest.call(await tokenOf('PO'), 'series.create', input);
      const { id, bookings } = body as Series;
      const start_time = new Date(nextStart()).toISOString();
      // That of the second visit, once the first is there.
      nextStart();
      return { id, from: bookings[0]?.id ?? '', start_time };
    },
    /** Input of a request for another time that both sides may make. */
    async reschedulable(): Promise<{ id: string; start_time: string }> {
      const id = await booking('confirmed');
      const start = nextStart();
      await t.make.window(people.PO.professionalId, start, start + HOUR);
      return { id, start_time: new Date(start).toISOString() };
    },
    /** A pending request of PO to CO. */
    async request(): Promise<{ id: string; reschedule_id: string }> {
      const id = await booking('confirmed');
      const asked = await t.rest.call(await tokenOf('PO'), 'reschedules.ask', {
        id,
        start_time: new Date(nextStart()).toISOString(),
      });
      return { id, reschedule_id: (asked.body as { id: string }).id };
    },
    /** The address of a calendar elsewhere that no call has named before; neither professional has one left. */
    async outsideFeed(): Promise<string> {
      calendarServer ??= startCalendarServer();
      const { host } = await calendarServer;
      if (!t.deps.config.busyCalendarHosts.includes(host)) t.deps.config.busyCalendarHosts.push(host);
      await db.deleteFrom('busy_calendars').execute();
      return `http://${host}/${made++}`;
    },
    /** PO's only calendar elsewhere. */
    async busyCalendar(): Promise<string> {
      const input = { url: await this.outsideFeed(), name: 'Private' };
      const { body } = await t.rest.call(await tokenOf('PO'), 'busyCalendars.add', input);
      return (body as { id: string }).id;
    },
    /** An import of PO's that wrote. */
    contactImport: () =>
      t.make.row('contact_imports', { professional_id: people.PO.professionalId, is_dry_run: false }),
    /** A guest of PO whose visit is over. */
    async guest(): Promise<string> {
      const id = await t.make.row('contacts', { professional_id: people.PO.professionalId, name: 'Kim' });
      const guest = { guest_id: id, client_id: null, written_in: true };
      await t.make.change('bookings', await booking('completed', nextPast()), guest);
      return id;
    },
    notification(owner: Exclude<CallerName, 'AN'>): Promise<string> {
      const said = { type: 'booking_created', message: 'You have a new booking.' };
      return t.make.row('notifications', { user_id: people[owner].userId, event_id: randomUUID(), ...said });
    },
    async image(): Promise<string> {
      const row = { image_type: 'founder' as const, storage_key: randomUUID(), alt: '', width: 8, height: 8 };
      return (await insertImage(db, row)).id;
    },
    /** A picture of PO's work. Earlier ones are deleted, because a professional may show only so many. */
    async picture(): Promise<string> {
      await db.deleteFrom('professional_pictures').where('professional_id', '=', people.PO.professionalId).execute();
      return t.make.picture(people.PO.professionalId);
    },
    /** Input with which CO books an hour with PO. */
    async bookable() {
      await forgetPending();
      const { start_time, end_time } = range();
      await t.make.window(people.PO.professionalId, start_time, end_time);
      const service_ids = [await t.make.service(people.PO.professionalId)];
      return {
        professional_id: people.PO.professionalId,
        service_ids,
        client_id: people.CO.clientId,
        start_time,
        total_price: 95,
        notes: '',
        visit_address: '1 Visit Street',
      };
    },
    /** The token of a mailed link that verifies a waitlist address. */
    async verification(): Promise<{ token: string }> {
      const email = `waiting-${randomUUID()}@example.com`;
      await putEntry(db, { name: 'Zoë Adjei', email, role: 'Client', location: null, link: null });
      return { token: await newLink(db, 'waitlist_verification', { email }) };
    },
    /** The id of a verified waitlist entry. */
    entry: () => entry('verified'),
    /** Of an approved one that was not accepted. */
    approvedEntry: () => entry('approved'),
    /** The token of a mailed invitation. */
    async invitation(): Promise<{ token: string }> {
      const id = await entry('approved');
      const { email } = await db
        .selectFrom('waitlist_entries')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { token: await newLink(db, 'invitation', { email }) };
    },
    /** The token of a mailed link that switches the booking emails of CO off. */
    async unsubscribe(): Promise<{ token: string }> {
      const { url } = await unsubscribeLink(db, t.deps.config.publicUrl, { userId: people.CO.userId, kind: 'booking' });
      return { token: new URL(url).searchParams.get('token') ?? '' };
    },
    /** Input that resets a password. */
    async reset(): Promise<{ token: string; password: string }> {
      const { email, userId } = await t.make.user('client');
      return { token: await newLink(db, 'password_reset', { email, userId }), password };
    },
    /** A session of `owner`, under the id that its user sees. */
    async session(owner: Exclude<CallerName, 'AN'>): Promise<string> {
      const { token } = await startSession(db, t.deps.config, people[owner].userId);
      const { shown_id } = await db
        .selectFrom('sessions')
        .select('shown_id')
        .where('id', '=', hashToken(token))
        .executeTakeFirstOrThrow();
      return shown_id;
    },
    /** The secret of a calendar feed of CO. */
    async feed(): Promise<{ secret: string }> {
      const secret = newToken();
      await putFeed(db, people.CO.userId, hashToken(secret));
      return { secret };
    },
    /** The secret of a calendar file of CO's. */
    async calendarFile(): Promise<{ secret: string }> {
      const { bookingId } = await t.make.booking({ clientId: people.CO.clientId });
      const { calendar_secret } = await db
        .selectFrom('bookings')
        .select('calendar_secret')
        .where('id', '=', bookingId)
        .executeTakeFirstOrThrow();
      return { secret: calendarSecretOf(bookingId, calendar_secret, 'client') };
    },
    /** Input of a change of password that succeeds for everybody. */
    async newPassword(): Promise<{ current_password: string; password: string }> {
      await db.updateTable('users').set({ password_hash: passwordHash }).execute();
      return { current_password: password, password: 'another battery, correct' };
    },
    /** Input of a request for another address that succeeds for everybody. */
    async newEmail(): Promise<{ current_password: string; email: string }> {
      await db.updateTable('users').set({ password_hash: passwordHash }).execute();
      return { current_password: password, email: `moved-${randomUUID()}@example.com` };
    },
    /** The token of a mailed link that confirms another address. */
    async emailChange(): Promise<{ token: string }> {
      const email = `moving-${randomUUID()}@example.com`;
      const { userId } = await t.make.client();
      await insertEmailChange(db, userId, email);
      return { token: await newLink(db, 'email_change', { email, userId }) };
    },
    /** The token of the mailed link that takes a changed address back. */
    async emailUndo(): Promise<{ token: string }> {
      const { userId, email } = await t.make.client();
      const { id } = await insertEmailChange(db, userId, `moved-${randomUUID()}@example.com`);
      await confirmChange(db, id);
      return { token: await newLink(db, 'email_undo', { email, userId }) };
    },
    /** The ids of all services of PO. */
    async servicesOfPO(): Promise<string[]> {
      const own = db.selectFrom('services').select('id').where('professional_id', '=', people.PO.professionalId);
      return (await own.where('deleted_at', 'is', null).execute()).map(({ id }) => id);
    },
    /** A professional whose next month is closed. */
    async closedBooks(): Promise<{ id: string }> {
      const books_open = JSON.stringify({ day: 1, time: '20:00', months: 1 });
      return { id: (await t.make.professional({ books_open })).professionalId };
    },
    /** A user whom a call may disable. */
    user: async () => (await t.make.client()).userId,
    /** An event that was given up. */
    failedJob(): Promise<string> {
      const failed = { attempts: 5, last_error: 'unknown event', dead_at: new Date().toISOString() };
      return t.make.row('outbox', { event: 'unheard.of', payload: '{}', ...failed });
    },
    /** Input of a login by code that succeeds. */
    async code(): Promise<{ attempt: string; code: string }> {
      const { email } = await t.make.user('client');
      const [attempt, code] = [newToken(), drawCode()];
      const attempt_hash = hashToken(attempt);
      await insertAttempt(db, attempt_hash, email, { purpose: 'login' });
      const { id } = await insertRequest(db, { attempt_hash, email, caller: 'test', network: 'test' });
      await insertCode(db, id, hashCode(code, attempt_hash));
      return { attempt, code };
    },
    /** Input of a login that succeeds. */
    async login(): Promise<{ username: string; password: string }> {
      const { email } = await t.make.user('client', { passwordHash: await hashPassword(password) });
      return { username: email, password };
    },
  };
}
export type World = Awaited<ReturnType<typeof openWorld>>;

/** The world for the calling test file, filled in before its first test. */
export function useWorld(t: TestApp): World {
  const holder = {} as World;
  beforeAll(async () => {
    Object.assign(holder, await openWorld(t));
  });
  return holder;
}
