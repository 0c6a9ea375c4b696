import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { full } from '#server/testing/repetitions.ts';
import type { Booking } from '#shared/bookings.ts';
import { MINUTE } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import type { Income } from '#shared/insights.ts';
import { dayKey, iso } from '#shared/time.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: full ? 1_200_000 : 120_000 });

// A visit of three hours that is to begin in half an hour; `clocks` are when it is ahead, runs, and is over.
const clocks = ['0 minutes', '60 minutes', '5 hours'];
let apps: TestApp[];
beforeAll(async () => {
  apps = await Promise.all(clocks.map((shift) => t.at(shift)));
});

const deeds = [
  'start',
  'unstart',
  'finish',
  'unfinish',
  'missed',
  'unmissed',
  'cancel',
  'pay',
  'unpay',
  'issue',
  'void',
] as const;
type Deed = (typeof deeds)[number] | 'system';
const step = fc.oneof(
  { weight: 1, arbitrary: fc.constant('later' as const) },
  { weight: 12, arbitrary: fc.array(fc.constantFrom<Deed>(...deeds, 'system'), { minLength: 1, maxLength: 3 }) },
);

/** A booking as both sides see it, besides how many receipts it had. Money is dollars. */
type State = {
  status: Booking['status'];
  missed: boolean;
  started: boolean;
  finished: boolean;
  payments: number;
  receipts: number;
  standing: boolean;
};
const price = 95;
const deposit = 20;

/** The contract's rules as a model without SQL: what a deed answers, and what is there then. */
function after(state: State, deed: Deed, clock: number): [number, State] {
  const isLive = state.status === 'confirmed' || state.status === 'completed';
  const hasBegun = state.status === 'completed' || state.started || clock > 0;
  const refused: [number, State] = [409, state];
  switch (deed) {
    case 'start':
    case 'unstart':
      return isLive && !state.missed ? [200, { ...state, started: deed === 'start' }] : refused;
    case 'finish':
      return isLive && !state.missed ? [200, { ...state, status: 'completed', finished: true }] : refused;
    case 'unfinish': {
      if (!isLive || state.missed) return refused;
      const status = state.finished && clock < 2 ? 'confirmed' : state.status;
      return [200, { ...state, status, finished: false }];
    }
    case 'missed': {
      const isFree = !state.started && !state.finished && state.payments === 0 && !state.standing;
      return isLive && clock > 0 && isFree ? [200, { ...state, missed: true }] : refused;
    }
    case 'unmissed':
      return isLive && clock > 0 ? [200, { ...state, missed: false }] : refused;
    case 'cancel': {
      if (state.status === 'cancelled') return [200, state];
      return state.status === 'confirmed' && !hasBegun ? [200, { ...state, status: 'cancelled' }] : refused;
    }
    case 'pay':
    case 'unpay': {
      const may = isLive && !state.missed && hasBegun && !state.standing;
      return may ? [200, { ...state, payments: deed === 'pay' ? price : 0 }] : refused;
    }
    case 'issue': {
      if (state.standing) return [200, state];
      const may = isLive && !state.missed && hasBegun && state.receipts < 5;
      return may ? [201, { ...state, receipts: state.receipts + 1, standing: true }] : refused;
    }
    case 'void':
      return state.receipts === 0 ? [404, state] : [204, { ...state, standing: false }];
    case 'system':
      return [200, state.status === 'confirmed' && clock === 2 ? { ...state, status: 'completed' } : state];
  }
}

/** All orders in which deeds at once may have been done, as `[answers, state]`. */
function outcomes(state: State, all: Deed[], clock: number, left = all.map((_, index) => index)): [number[], State][] {
  if (left.length === 0) return [[[], state]];
  return left.flatMap((index) => {
    const [code, next] = after(state, all[index] ?? 'system', clock);
    const others = left.filter((one) => one !== index);
    // The system leaves what somebody else holds to its next round.
    const possible = all[index] === 'system' && all.length > 1 ? [next, state] : [next];
    return possible
      .flatMap((one) => outcomes(one, all, clock, others))
      .map(([codes, last]): [number[], State] => {
        const answers = [...codes];
        answers[index] = code;
        return [answers, last];
      });
  });
}

test('B27, B28: Start, Done, completion, mark, cancellation, payment and receipt at once leave what one order of them leaves', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
    const amara = await t.make.professional();
    const start = Math.ceil(Date.now() / MINUTE) * MINUTE + 30 * MINUTE;
    const service = await t.make.service(amara.professionalId, { price, service_duration_minutes: 180 });
    const { bookingId: id } = await t.make.booking({
      professionalId: amara.professionalId,
      serviceIds: [service],
      start,
      status: 'confirmed',
      deposit: { status: 'received', cents: deposit * 100 },
    });
    // The start and the end that are pressed are over at each clock.
    const times = { start: iso(start - 40 * MINUTE), finish: iso(start - 35 * MINUTE) };
    let clock = 0;
    let state: State = {
      status: 'confirmed',
      missed: false,
      started: false,
      finished: false,
      payments: 0,
      receipts: 0,
      standing: false,
    };
    for (const one of steps) {
      if (one === 'later') {
        clock = Math.min(clock + 1, clocks.length - 1);
        continue;
      }
      const app = apps[clock] ?? t;
      const answers = await Promise.all(one.map((deed) => done(app, amara, { id, deed, times })));
      const { body } = await app.rest.call(amara, 'bookings.byId', { id });
      const booking = body as Booking;
      const seen: State = {
        status: booking.status,
        missed: booking.no_show,
        started: booking.started_at !== null,
        finished: booking.finished_at !== null,
        payments: booking.payments?.reduce((sum, { amount }) => sum + amount, 0) ?? 0,
        receipts: booking.receipt?.number ?? 0,
        standing: booking.receipt?.voided === false,
      };
      expect(outcomes(state, one, clock), one.join()).toContainEqual([answers, seen]);
      state = seen;
    }
    await checkMoney(amara, state);
    const told = await t.deps.db
      .selectFrom('outbox')
      .select('id')
      .where('event', '=', 'booking.completed')
      .where('payload', '@>', JSON.stringify({ booking_id: id }))
      .execute();
    expect(told.length).toBeLessThanOrEqual(1);
  });
  await fc.assert(property, { numRuns: full ? 200 : 3 });
  expect(await findBroken(t.deps.db)).toEqual([]);
});

async function done(
  app: TestApp,
  amara: ProfessionalPerson,
  { id, deed, times }: { id: string; deed: Deed; times: { start: string; finish: string } },
): Promise<number> {
  const say = async (procedure: string, input: object = {}) =>
    (await app.rest.call(amara, `bookings.${procedure}`, { id, ...input })).status;
  switch (deed) {
    case 'start':
    case 'finish':
      return say(deed, { at: times[deed] });
    case 'missed':
      return say('markMissed');
    case 'unmissed':
      return say('unmarkMissed');
    case 'cancel':
      return say('change', { status: 'cancelled' });
    case 'pay':
      return say('writePayments', { payments: [{ method: 'cash', amount: price }] });
    case 'unpay':
      return say('writePayments', { payments: [] });
    case 'issue':
      return say('issueReceipt');
    case 'void':
      return say('voidReceipt');
    case 'system':
      await runDueTransitions(app.deps.db);
      return 200;
    default:
      return say(deed);
  }
}

/** Income, its months and its file say the same of what is there. */
async function checkMoney(amara: ProfessionalPerson, { status, payments }: State): Promise<void> {
  const today = dayKey(Date.now(), 'Australia/Melbourne');
  const range = { from: addDays(today, -40), to: addDays(today, 1) };
  const later = apps.at(-1) ?? t;
  const { body } = await later.rest.call(amara, 'insights.income', range);
  const { paid, by_month, by_method } = body as Income;
  expect(paid).toBe(payments + (status === 'cancelled' ? 0 : deposit));
  const file = String((await later.rest.call(amara, 'insights.incomeCsv', range)).body);
  const lines = file.trim().split('\r\n').slice(1);
  expect(lines.reduce((sum, line) => sum + Number(line.split(',')[4]), 0)).toBe(paid);
  for (const rows of [by_month.map((row) => row.paid), by_method.map(({ amount }) => amount)])
    expect(rows.reduce((sum, one) => sum + one, 0)).toBe(paid);
}
