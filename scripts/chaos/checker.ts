import { possibleStates, type State, shows } from './booking-states.ts';
import { type Entry, type Operation, operationsOf } from './history.ts';

/** What the database has when everything is over. */
export type Stored = {
  /** `process`: whose it is, from its notes. */
  bookings: {
    id: string;
    process: number;
    professional: string;
    status: string;
    start: number;
    end: number;
    request: string;
  }[];
  /** Of bookings. */
  events: { id: string; event: string; booking: string }[];
  /** `state`: sent, skipped, dead or open. */
  emails: { event: string; state: string }[];
  waiting: string[];
  pictures: string[];
};

/** `text` includes the calendar file. */
export type Mail = { to: string[]; subject: string; text: string; messageId: string };

/** No answer takes longer: 15 s for a request, and what the proxy waits for a process, milliseconds. */
const longestAnswer = 21_000;

/** How a booking's steps are told to others. */
const eventsOf: Partial<Record<Operation['f'], string>> = {
  book: 'booking.created',
  confirm: 'booking.confirmed',
  cancel: 'booking.cancelled',
  accept: 'booking.rescheduled',
};

/** What a history promises and the database or the mailboxes do not have, each in one line. */
export function findFaults(history: readonly Entry[], stored: Stored, mails: readonly Mail[]): string[] {
  const operations = operationsOf(history);
  const processes = Map.groupBy(operations, ({ process }) => process);
  const rows = Map.groupBy(stored.bookings, ({ process }) => process);
  const events = Map.groupBy(stored.events, ({ booking }) => booking);
  const inboxes = Map.groupBy(
    mails.flatMap((mail) => mail.to.map((address) => ({ address, text: mail.text }))),
    ({ address }) => address,
  );
  const got = (to: string | undefined, ...parts: (string | RegExp)[]) =>
    inboxes.get(to ?? '')?.some(({ text }) => parts.every((part) => text.search(part) >= 0)) ?? false;
  return [
    ...operations.flatMap(faultsOfAnswer),
    ...[...processes].flatMap(([process, own]) => {
      if (own[0]?.f !== 'book') return [];
      const [row, ...more] = rows.get(process) ?? [];
      const told = own.map(({ f, outcome, asked: { by } }) => [f, by && `by ${by}`, outcome].filter(Boolean).join(' '));
      const faults =
        more.length > 0
          ? ['B11: one booking is there more than once']
          : (faultOfRow(own, row) ?? [
              ...faultsOfEvents(own, events.get(row?.id ?? '') ?? []),
              ...faultsOfNews(own, row, got),
            ]);
      return faults.map((fault) => `${fault} (process ${process}: ${told.join(', ')})`);
    }),
    ...overlaps(stored),
    ...faultsOfMails(stored, mails),
    ...faultsOfWaitlist(operations, stored, mails),
    ...operations
      .filter(
        ({ f, outcome, answered }) =>
          f === 'upload' && outcome === 'ok' && !stored.pictures.includes(answered.id ?? ''),
      )
      .map(({ process }) => `B12: the picture of process ${process} is lost`),
  ];
}

function faultsOfAnswer({ process, f, status, began, ended }: Operation): string[] {
  const faults: string[] = [];
  if (status === 500) faults.push(`O5: "${f}" of process ${process} was answered with 500`);
  if (ended - began > longestAnswer) faults.push(`O4: "${f}" of process ${process} took ${ended - began} ms`);
  return faults;
}

type Row = Stored['bookings'][number] | undefined;

function faultOfRow(operations: readonly Operation[], row: Row): string[] | undefined {
  const { states, impossible } = possibleStates(operations);
  if (impossible) return [`B12: "${impossible.f}" was answered with ${JSON.stringify(impossible.answered)}`];
  const now = { status: row?.status ?? 'absent', start: row?.start ?? 0 };
  const request = row?.request ?? 'none';
  if (states.some((state) => shows(now, state) && state.request === request)) {
    const ids = operations.flatMap(({ f, outcome, answered: { id } }) =>
      f === 'book' && outcome === 'ok' ? [id] : [],
    );
    return ids.some((id) => id !== row?.id) ? [`B11: it was acknowledged as ${ids.join(' and ')}`] : undefined;
  }
  const all = (status: State['status']) => states.every((state) => state.status === status);
  if (!row) return ['B12: an acknowledged booking is lost'];
  if (all('absent')) return ['B12: a refused booking is there'];
  if (all('cancelled')) return [`B12: an acknowledged cancellation is undone: it is ${row.status}`];
  return [`B12: it is ${JSON.stringify({ ...now, request })}, but can only be ${JSON.stringify(states)}`];
}

/** Each change that was acknowledged has one event, one that nobody knows of at most one. */
function faultsOfEvents(operations: readonly Operation[], events: Stored['events']): string[] {
  return Object.entries(eventsOf).flatMap(([step, event]) => {
    const count = events.filter((one) => one.event === event).length;
    const isOk = operations.some(({ f, outcome }) => f === step && outcome === 'ok');
    // A pending booking's time changes as soon as its client asks.
    const mayBe = operations.some(
      ({ f, outcome }) => outcome !== 'fail' && (f === step || (step === 'accept' && f === 'ask')),
    );
    const isRight = isOk ? count === 1 : count <= (mayBe ? 1 : 0);
    return isRight ? [] : [`J1: ${count} times ${event}`];
  });
}

/** Mails that no later step makes superfluous. */
function faultsOfNews(
  operations: readonly Operation[],
  row: Row,
  got: (to: string | undefined, ...parts: (string | RegExp)[]) => boolean,
): string[] {
  if (!row) return [];
  const { client, email } = operations[0]?.asked ?? {};
  const ok = (f: Operation['f'], by?: string) =>
    operations.some((one) => one.f === f && one.outcome === 'ok' && (by === undefined || one.asked.by === by));
  const isUntouched = operations.every(({ f, outcome }) => f === 'book' || f === 'read' || outcome === 'fail');
  const missing = (f: string, isMissing: boolean) => (isMissing ? [`J3: nobody got the mail of "${f}"`] : []);
  return [
    ...missing('book', isUntouched && !got(email, row.id, /request/i)),
    ...missing('confirm', ok('confirm') && !got(client, row.id, 'METHOD:REQUEST')),
    ...missing('cancel', ok('cancel', 'professional') && !got(client, row.id, /cancelled/i)),
    ...missing('accept', ok('accept') && !got(client, row.id, /METHOD:REQUEST[\s\S]*SEQUENCE:[1-9]/)),
  ];
}

function overlaps({ bookings }: Stored): string[] {
  const live = bookings.filter(({ status }) => status === 'pending' || status === 'confirmed');
  return [...Map.groupBy(live, ({ professional }) => professional).values()].flatMap((own) => {
    const sorted = own.toSorted((a, b) => a.start - b.start);
    return sorted.flatMap(({ id, start }, index) => {
      const before = sorted[index - 1];
      return before && before.end > start ? [`B1: ${before.id} and ${id} overlap`] : [];
    });
  });
}

/** Every mail that was written is sent or was not needed, and nobody gets the same under two ids. */
function faultsOfMails({ emails }: Stored, mails: readonly Mail[]): string[] {
  const sent = new Set(emails.filter(({ state }) => state === 'sent').map(({ event }) => event));
  const received = new Set(mails.map(({ messageId }) => eventOf(messageId)));
  const same = Map.groupBy(mails, ({ to, subject, text }) => JSON.stringify([to, subject, text]));
  return [
    ...emails
      .filter(({ state }) => state === 'dead' || state === 'open')
      .map(({ event, state }) => `J3: the mail of event ${event} is ${state}`),
    ...[...sent].filter((event) => !received.has(event)).map((event) => `J3: the mail of event ${event} is lost`),
    ...[...received]
      .filter((event) => !sent.has(event))
      .map((event) => `J3: the mail of event ${event} was not to be sent`),
    ...[...same.values()].flatMap((copies) => {
      const ids = new Set(copies.map(({ messageId }) => messageId));
      return ids.size > 1 ? [`J3: "${copies[0]?.subject}" came as ${[...ids].join(' and ')}`] : [];
    }),
  ];
}

/** The event of `<EVENT.channel@host>`. */
function eventOf(messageId: string): string {
  return /^<([0-9a-f-]+)\./.exec(messageId)?.[1] ?? messageId;
}

function faultsOfWaitlist(operations: readonly Operation[], { waiting }: Stored, mails: readonly Mail[]): string[] {
  const addressees = new Set(mails.flatMap(({ to }) => to));
  return operations
    .filter(({ f, outcome }) => f === 'sign up' && outcome === 'ok')
    .flatMap(({ asked: { email = '' } }) => [
      ...(waiting.includes(email) ? [] : [`B12: ${email} is not on the waitlist`]),
      ...(addressees.has(email) ? [] : [`J3: ${email} got no mail`]),
    ]);
}
