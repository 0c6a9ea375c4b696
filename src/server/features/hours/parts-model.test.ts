import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { overlaps } from '#server/testing/overlaps.ts';
import { full, repetitions } from '#server/testing/repetitions.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { merged, type Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: full ? 1_200_000 : 180_000 });

const open = { start: Math.ceil(Date.now() / DAY) * DAY + 2 * DAY, length: 9 * HOUR };
const quarter = 15 * MINUTE;

/** What can be booked, and its parts as the contract says them: minutes from the start. */
const visits = [
  { of: ['colour'], minutes: 105, parts: [0, 45, 75, 105] },
  { of: ['cut'], minutes: 30, parts: [0, 30] },
  { of: ['colour', 'cut'], minutes: 135, parts: [0, 45, 75, 135] },
  { of: ['cut', 'toner'], minutes: 90, parts: [0, 40, 80, 90] },
] as const;
type Visit = (typeof visits)[number];

type Booked = { id: string; client: ClientPerson; visit: Visit; start: number; hold?: Hold | undefined };
type Hold = { id: string; start: number; by: 'client' | 'professional' };
type World = { bookings: Booked[]; off: (Span & { id: string })[]; buffer: number };

const partsAt = ({ parts }: Visit, start: number): Span[] => {
  const spans: Span[] = [];
  for (let i = 0; i < parts.length; i += 2)
    spans.push({ start: start + (parts[i] ?? 0) * MINUTE, end: start + (parts[i + 1] ?? 0) * MINUTE });
  return spans;
};
const busyOf = ({ visit, start, hold }: Booked) => [
  ...partsAt(visit, start),
  ...(hold ? partsAt(visit, hold.start) : []),
];
const meets = (one: Span, other: Span) => one.start < other.end && one.end > other.start;

/** Whether a time is free of all others' parts and holds, with so many minutes around each. */
function isFree({ bookings }: World, visit: Visit, start: number, self?: Booked, buffer = 0): boolean {
  return partsAt(visit, start).every(({ start: from, end }) =>
    bookings
      .filter((one) => one !== self)
      .every((one) =>
        busyOf(one).every((busy) => !meets({ start: from - buffer * MINUTE, end: end + buffer * MINUTE }, busy)),
      ),
  );
}

function offered(world: World, visit: Visit, self?: Booked): number[] {
  const starts: number[] = [];
  for (let start = open.start; start + visit.minutes * MINUTE <= open.start + open.length; start += quarter) {
    const isOff = partsAt(visit, start).some((part) => world.off.some((off) => meets(part, off)));
    if (!isOff && start !== self?.start && isFree(world, visit, start, self, world.buffer)) starts.push(start);
  }
  return starts;
}

const at = fc.integer({ min: 0, max: open.length / quarter - 1 });
const pick = fc.nat();
const step = fc.oneof(
  // A start that is offered, or any other.
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('book' as const), visit: pick, listed: fc.boolean(), pick, at }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), pick, listed: fc.boolean(), which: pick, at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('offer' as const), pick, at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      pick,
      status: fc.constantFrom('accepted', 'declined', 'withdrawn'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('off' as const), at, quarters: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back' as const), pick }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let professional: ProfessionalPerson;
let clients: ClientPerson[];
let services: Record<'colour' | 'cut' | 'toner', string>;
beforeAll(async () => {
  professional = await t.make.professional({ slot_interval_minutes: 15, time_zone: 'UTC' });
  clients = await Promise.all([0, 1, 2, 3, 4].map(() => t.make.client()));
  const { professionalId } = professional;
  services = {
    colour: await t.make.service(professionalId, {
      service_duration_minutes: 105,
      processing_start_minutes: 45,
      processing_minutes: 30,
    }),
    cut: await t.make.service(professionalId, { service_duration_minutes: 30 }),
    toner: await t.make.service(professionalId, {
      service_duration_minutes: 60,
      processing_start_minutes: 10,
      processing_minutes: 40,
    }),
  };
  await t.make.window(professionalId, open.start, open.start + open.length);
});

let turn = 0;
const call = (who: { token: string }, procedure: string, input: object) =>
  (t.apis[turn++ % 2] ?? t.rest).call(who, procedure, { ...input });

async function listed(visit: Visit): Promise<number[]> {
  const service_ids = visit.of.map((name) => services[name]);
  const { body } = await call(professional, 'availability.ofProfessional', {
    id: professional.professionalId,
    service_ids,
  });
  return startsOf(body);
}
const startsOf = (body: unknown) =>
  (body as AvailabilityWithSlots[]).flatMap((window) =>
    window.available_slots.map(({ start_time }) => Date.parse(start_time)),
  );

const seen: Record<string, number> = {};
const count = (name: string, status: number) => {
  seen[`${name} ${status}`] = (seen[`${name} ${status}`] ?? 0) + 1;
};

/** Does a step, expects what the model says, and keeps it. */
async function take(world: World, given: Step): Promise<void> {
  const { bookings, off } = world;
  const chosen = 'pick' in given ? bookings[given.pick % Math.max(bookings.length, 1)] : undefined;
  if (given.do === 'book') {
    const visit = visits[given.visit % visits.length] ?? visits[0];
    const free = offered(world, visit);
    expect(await listed(visit)).toEqual(free);
    const start =
      (given.listed ? free[given.pick % Math.max(free.length, 1)] : undefined) ?? open.start + given.at * quarter;
    const client = clients[given.pick % clients.length] as ClientPerson;
    const { status, body } = await call(client, 'bookings.create', {
      professional_id: professional.professionalId,
      service_ids: visit.of.map((name) => services[name]),
      start_time: iso(start),
    });
    expect([given, status]).toEqual([given, free.includes(start) ? 201 : 409]);
    count('book', status);
    if (status !== 201) return;
    const { id, segments } = body as { id: string; segments: { start_time: string; end_time: string }[] };
    expect(segments.map((one) => [Date.parse(one.start_time), Date.parse(one.end_time)])).toEqual(
      partsAt(visit, start).map((part) => [part.start, part.end]),
    );
    await call(professional, 'bookings.change', { id, status: 'confirmed' });
    bookings.push({ id, client, visit, start });
  } else if (given.do === 'off') {
    const span = { start: open.start + given.at * quarter, end: open.start + (given.at + given.quarters) * quarter };
    const { body } = await call(professional, 'hours.addTimeOff', { start: iso(span.start), end: iso(span.end) });
    const made = body as { id: string; bookings_inside: number };
    expect(made.bookings_inside).toBe(
      bookings.filter(({ visit, start }) => partsAt(visit, start).some((part) => meets(part, span))).length,
    );
    off.push({ ...span, id: made.id });
  } else if (given.do === 'back') {
    const [one] = off.splice(given.pick % Math.max(off.length, 1), 1);
    if (one) expect((await call(professional, 'hours.removeTimeOff', { id: one.id })).status).toBe(204);
  } else if (!chosen) {
    return;
  } else if (given.do === 'ask') {
    const free = offered(world, chosen.visit, chosen);
    const { body } = await call(chosen.client, 'availability.ofProfessional', {
      id: professional.professionalId,
      booking_id: chosen.id,
    });
    expect(startsOf(body)).toEqual(free);
    const start =
      (given.listed ? free[given.which % Math.max(free.length, 1)] : undefined) ?? open.start + given.at * quarter;
    const isRight = free.includes(start) && chosen.hold?.by !== 'professional';
    await ask(chosen, 'client', start, isRight);
  } else if (given.do === 'offer') {
    const start = open.start + given.at * quarter;
    const isRight =
      start !== chosen.start && chosen.hold?.by !== 'client' && isFree(world, chosen.visit, start, chosen);
    await ask(chosen, 'professional', start, isRight);
  } else if (given.do === 'end') {
    const { hold } = chosen;
    if (!hold) return;
    const answers = hold.by === 'client' ? professional : chosen.client;
    const who = given.status === 'withdrawn' ? (hold.by === 'client' ? chosen.client : professional) : answers;
    const input = { id: chosen.id, reschedule_id: hold.id, status: given.status };
    expect([given, (await call(who, 'reschedules.answer', input)).status]).toEqual([given, 200]);
    count(given.status, 200);
    if (given.status === 'accepted') chosen.start = hold.start;
    chosen.hold = undefined;
  } else {
    expect((await call(chosen.client, 'bookings.change', { id: chosen.id, status: 'cancelled' })).status).toBe(200);
    bookings.splice(bookings.indexOf(chosen), 1);
  }
}

/** A history in which each answer that the test looks for is given: random ones may lack one. */
const everyAnswer: Step[] = [
  { do: 'book', visit: 1, listed: true, pick: 0, at: 0 },
  { do: 'book', visit: 1, listed: false, pick: 0, at: 0 },
  { do: 'ask', pick: 0, listed: true, which: 0, at: 0 },
  { do: 'end', pick: 0, status: 'accepted' },
  { do: 'ask', pick: 0, listed: false, which: 0, at: 1 },
  { do: 'offer', pick: 0, at: 10 },
];

async function ask(booked: Booked, by: Hold['by'], start: number, isRight: boolean): Promise<void> {
  const who = by === 'client' ? booked.client : professional;
  const { status, body } = await call(who, 'reschedules.ask', { id: booked.id, start_time: iso(start) });
  // A professional asks at most five times an hour for one booking.
  if (status === 429) return expect(by).toBe('professional');
  expect([by, iso(start), status]).toEqual([by, iso(start), isRight ? 201 : 409]);
  count(by, status);
  if (status === 201) booked.hold = { id: (body as { id: string }).id, start, by };
}

test('B18: after any bookings, requests, cancels and time off, what is busy and offered is what a model says', async () => {
  const { professionalId } = professional;
  const property = fc.asyncProperty(
    fc.constantFrom(0, 0, 10),
    fc.array(step, { minLength: 10, maxLength: 30 }),
    async (buffer, steps) => {
      for (const table of ['bookings', 'time_off'] as const)
        await t.deps.db.deleteFrom(table).where('professional_id', '=', professionalId).execute();
      await t.make.change('professionals', professionalId, { buffer_minutes: buffer });
      const world: World = { bookings: [], off: [], buffer };
      for (const one of steps) {
        await take(world, one);
        const { rows } = await t.deps.pool.query<{ start: string; end: string }>(
          `select extract(epoch from start_time) * 1000 as start, extract(epoch from end_time) * 1000 as end
           from busy_times where professional_id = $1`,
          [professionalId],
        );
        // A hold leaves out what its own booking has already.
        const busy = rows.map(({ start, end }) => ({ start: Number(start), end: Number(end) }));
        expect(merged(busy)).toEqual(merged(world.bookings.flatMap(busyOf)));
      }
      expect(await overlaps(t.deps.pool)).toBe(0);
    },
  );
  await fc.assert(property, { numRuns: repetitions(200), examples: [[0, everyAnswer]] });
  // It is worth something only if each of these happened.
  for (const name of ['book 201', 'book 409', 'client 201', 'client 409', 'professional 201', 'accepted 200'])
    expect([name, seen[name] ?? 0]).not.toEqual([name, 0]);
});
