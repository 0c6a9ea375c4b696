import { describe, expect, test } from 'vitest';
import { findFaults, type Mail, type Stored } from '../../scripts/chaos/checker.ts';
import { type Entry, operationsOf, type Step, type Value } from '../../scripts/chaos/history.ts';

// The checker of `npm run test:chaos` is worth something only if it finds what is wrong: histories made by hand.

const people = { client: 'client@example.com', email: 'shop@example.com', professional: 'shop' };
const [ten, eleven] = [36_000_000, 39_600_000];
type End = 'ok' | 'fail' | 'info';

/** Entries of one process: what was asked, how it ended and what was answered. */
function historyOf(process: number, ...steps: [Step, End, Value?, Value?][]): Entry[] {
  return steps.flatMap(([f, type, asked = {}, answered = {}], index) => [
    { process, type: 'invoke', f, time: index * 10, value: f === 'book' ? { start: ten, ...people, ...asked } : asked },
    { process, type, f, time: index * 10 + 5, value: answered, status: { ok: 200, fail: 409, info: 503 }[type] },
  ]);
}

type Given = { status?: string; start?: number; request?: string; events?: string[]; process?: number; id?: string };

/** A database with one booking, its events and their mails. */
function storedOf({
  status = 'pending',
  start = ten,
  request = 'none',
  events = ['booking.created'],
  process = 1,
  id = 'b1',
}: Given = {}): Stored {
  return {
    bookings: [{ id, process, professional: 'shop', status, start, end: start + 900_000, request }],
    events: events.map((event) => ({ id: `${id}-${event}`, event, booking: id })),
    emails: [],
    waiting: [],
    pictures: [],
  };
}
const nothing: Stored = { bookings: [], events: [], emails: [], waiting: [], pictures: [] };
const mail = (to: string, text: string, messageId = '<e1.mail@localhost>'): Mail => ({
  to: [to],
  subject: 'News',
  text,
  messageId,
});
const requestMail = mail('shop@example.com', 'A new booking request b1');
const sent = (stored: Stored, ...events: string[]): Stored => ({
  ...stored,
  emails: events.map((event) => ({ event, state: 'sent' })),
});
const booked: [Step, End, Value?, Value?] = ['book', 'ok', {}, { id: 'b1' }];

/** What is found in a history, a database and its mails, without the course of the process. */
function found(history: Entry[], stored: Stored, mails: Mail[] = []): string[] {
  return findFaults(history, stored, mails).map((fault) => fault.replace(/ \(process .*/, ''));
}

describe('a history that holds', () => {
  test('a booking that nobody touched, and its mail', () => {
    expect(found(historyOf(1, booked), sent(storedOf(), 'e1'), [requestMail])).toEqual([]);
  });

  test('a booking that was refused, and one of which nobody knows, there or not', () => {
    expect(found(historyOf(1, ['book', 'fail']), nothing)).toEqual([]);
    expect(found(historyOf(1, ['book', 'info']), nothing)).toEqual([]);
    expect(found(historyOf(1, ['book', 'info'], booked), sent(storedOf(), 'e1'), [requestMail])).toEqual([]);
  });

  test('a cancellation of which nobody knows happened, did not, or happened later than what followed it', () => {
    const history = historyOf(1, booked, ['cancel', 'info'], ['read', 'ok', {}, { status: 'pending', start: ten }]);
    expect(found(history, storedOf())).toEqual([]);
    expect(found(history, storedOf({ status: 'cancelled', events: ['booking.created', 'booking.cancelled'] }))).toEqual(
      [],
    );
  });

  test('another time that was asked for and accepted', () => {
    const history = historyOf(
      1,
      booked,
      ['confirm', 'ok', { by: 'professional' }],
      ['ask', 'ok', { start: eleven }, { id: 'r1', status: 'pending' }],
      ['accept', 'info'],
      ['accept', 'ok'],
      ['read', 'ok', {}, { status: 'confirmed', start: eleven }],
    );
    const events = ['booking.created', 'booking.confirmed', 'booking.reschedule_asked', 'booking.rescheduled'];
    const stored = storedOf({ status: 'confirmed', start: eleven, request: 'accepted', events });
    const mails = [
      mail('client@example.com', 'b1 METHOD:REQUEST SEQUENCE:0'),
      mail('client@example.com', 'b1 METHOD:REQUEST SEQUENCE:1', '<e2.mail@localhost>'),
    ];
    expect(found(history, sent(stored, 'e1', 'e2'), mails)).toEqual([]);
  });
});

describe('a history that does not hold', () => {
  test('B12: an acknowledged booking is lost', () => {
    expect(found(historyOf(1, booked), nothing)).toEqual(['B12: an acknowledged booking is lost']);
    expect(found(historyOf(1, ['book', 'info'], booked), nothing)).toEqual(['B12: an acknowledged booking is lost']);
  });

  test('B12: a booking that a read no longer shows', () => {
    const history = historyOf(1, booked, ['read', 'ok', {}, { status: 'absent' }]);
    expect(found(history, storedOf())).toEqual(['B12: "read" was answered with {"status":"absent"}']);
  });

  test('B12: a refused booking is there', () => {
    expect(found(historyOf(1, ['book', 'fail']), storedOf())).toEqual(['B12: a refused booking is there']);
  });

  test('B11: a booking that was asked for again is there twice, or under another id', () => {
    const twice = storedOf();
    twice.bookings.push({ ...storedOf({ id: 'b2', start: eleven }).bookings[0] } as Stored['bookings'][number]);
    expect(found(historyOf(1, ['book', 'info'], booked), twice)).toEqual(['B11: one booking is there more than once']);
    expect(found(historyOf(1, booked), storedOf({ id: 'b2' }))).toEqual(['B11: it was acknowledged as b1']);
  });

  test('B12: an acknowledged cancellation is undone, and its time held again', () => {
    const history = historyOf(1, booked, ['cancel', 'ok', { by: 'client' }]);
    const events = ['booking.created', 'booking.cancelled'];
    expect(found(history, storedOf({ status: 'confirmed', events }))).toEqual([
      'B12: an acknowledged cancellation is undone: it is confirmed',
    ]);
  });

  test('B12: what nobody asked for happened', () => {
    const [fault] = found(historyOf(1, booked), storedOf({ status: 'cancelled' }));
    expect(fault).toMatch(/^B12: it is .*cancelled.*, but can only be .*pending/);
  });

  test('B19: an accepted time is not the booking’s, or a request that was declined is accepted', () => {
    const until = (answer: Step) =>
      historyOf(1, booked, ['confirm', 'ok'], ['ask', 'ok', { start: eleven }, { status: 'pending' }], [answer, 'ok']);
    const wrong = { status: 'confirmed', request: 'accepted' };
    expect(found(until('accept'), storedOf(wrong))[0]).toMatch(/^B12: it is .*36000000.*can only be .*39600000/);
    expect(found(until('decline'), storedOf({ ...wrong, start: eleven }))[0]).toMatch(/can only be .*declined/);
  });

  test('B1: two live bookings overlap, one that was cancelled does not', () => {
    const [one, two] = [storedOf(), storedOf({ id: 'b2', process: 2, start: ten + 600_000 })];
    const both = { ...one, bookings: [...one.bookings, ...two.bookings], events: [...one.events, ...two.events] };
    expect(found([], both)).toEqual(['B1: b1 and b2 overlap']);
    for (const booking of both.bookings) if (booking.id === 'b1') booking.status = 'cancelled';
    expect(found([], both)).toEqual([]);
  });

  test('J1: a change without its event, or with two', () => {
    const mails = [requestMail];
    expect(found(historyOf(1, booked), sent(storedOf({ events: [] }), 'e1'), mails)).toEqual([
      'J1: 0 times booking.created',
    ]);
    const twice = storedOf({ events: ['booking.created', 'booking.created'] });
    expect(found(historyOf(1, booked), sent(twice, 'e1'), mails)).toEqual(['J1: 2 times booking.created']);
  });

  test('J3: a mail is lost: nobody got it, or it was sent and did not come', () => {
    expect(found(historyOf(1, booked), storedOf())).toEqual(['J3: nobody got the mail of "book"']);
    expect(found([], sent(nothing, 'e1'))).toEqual(['J3: the mail of event e1 is lost']);
    expect(found([], { ...nothing, emails: [{ event: 'e1', state: 'dead' }] })).toEqual([
      'J3: the mail of event e1 is dead',
    ]);
  });

  test('J3: a mail came twice under two ids, or under one that nothing wrote', () => {
    const twice = [requestMail, { ...requestMail, messageId: '<e2.mail@localhost>' }];
    expect(found([], sent(nothing, 'e1', 'e2'), twice)).toEqual([
      'J3: "News" came as <e1.mail@localhost> and <e2.mail@localhost>',
    ]);
    expect(found([], sent(nothing, 'e1'), [requestMail, requestMail])).toEqual([]);
    expect(found([], nothing, [requestMail])).toEqual(['J3: the mail of event e1 was not to be sent']);
  });

  test('B12: somebody who signed up is not on the waitlist, and a picture is gone', () => {
    const history = [
      ...historyOf(1, ['sign up', 'ok', { email: 'a@example.com' }]),
      ...historyOf(2, ['upload', 'ok', {}, { id: 'p1' }]),
    ];
    expect(found(history, nothing)).toEqual([
      'B12: a@example.com is not on the waitlist',
      'J3: a@example.com got no mail',
      'B12: the picture of process 2 is lost',
    ]);
  });

  test('O4, O5: an answer of 500, and one that took too long', () => {
    const [asked, answered] = historyOf(1, ['book', 'info']) as [Entry, Entry];
    expect(found([asked, { ...answered, status: 500 }], nothing)).toEqual([
      'O5: "book" of process 1 was answered with 500',
    ]);
    expect(found([asked, { ...answered, time: 30_000 }], nothing)).toEqual(['O4: "book" of process 1 took 30000 ms']);
  });
});

test('what never ended may have happened', () => {
  const [asked] = historyOf(1, ['book', 'info']) as [Entry, Entry];
  expect(operationsOf([asked])[0]?.outcome).toBe('info');
  expect(() => operationsOf([{ ...asked, type: 'ok' }])).toThrow('did not begin');
});
