import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { payTo } from '#server/testing/make.ts';
import { full, repetitions } from '#server/testing/repetitions.ts';
import type { Booking } from '#shared/bookings.ts';
import { type BookingStatus, HOUR } from '#shared/constants.ts';
import type { DepositStatus } from '#shared/rules/deposit.ts';
import { putPayTo, putRule } from './settings-queries.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: full ? 1_200_000 : 120_000 });

// The booking starts in 60 hours and lasts one; `clocks` are hours from now at which the steps happen.
const startsIn = 60;
const clocks = [0, 11, 23.5, 30, 47, 59, 60.5, 62];
let apps: TestApp[];

beforeAll(async () => {
  apps = await Promise.all(clocks.map((hours) => t.at(`${hours} hours`)));
});

const calls = [
  'paid',
  'received',
  'notReceived',
  'refunded',
  'confirm',
  'cancel',
  'give up',
  'miss',
  'unmiss',
] as const;
type Call = (typeof calls)[number];
type Step = 'later' | 'system' | { call: Call; api: 'rest' | 'trpc' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.constant('later' as const) },
  { weight: 2, arbitrary: fc.constant('system' as const) },
  {
    weight: 8,
    arbitrary: fc.record({
      call: fc.constantFrom(...calls),
      api: fc.constantFrom('rest' as const, 'trpc' as const),
    }),
  },
);

/** A booking and its deposit as contract 13 has them, without SQL and without the tables of the rules. */
type Model = {
  booking: BookingStatus;
  deposit: DepositStatus;
  /** Hours from the beginning. */
  expires: number;
  saidPaid: boolean;
  wasReceived: boolean;
  wasRefundDue: boolean;
  missed: boolean;
};

const other = 409;

/** What a call at an hour changes, and its status. */
function called(m: Model, call: Call, hour: number): [number, Partial<Model>] {
  const isOpen = m.booking === 'pending' && hour < m.expires && hour < startsIn;
  const ended = m.booking === 'cancelled';
  switch (call) {
    case 'paid':
      if (!ended && m.deposit === 'said_paid') return [200, {}];
      if (isOpen && m.deposit === 'due') {
        const expires = m.saidPaid ? m.expires : Math.max(m.expires, Math.min(hour + 24, startsIn));
        return [200, { deposit: 'said_paid', saidPaid: true, expires }];
      }
      return late(m);
    case 'received':
      if (!ended && m.deposit === 'received') return [200, {}];
      if (isOpen) return [200, { deposit: 'received', booking: 'confirmed', wasReceived: true }];
      if (ended && m.deposit === 'refund_due') return [200, { wasReceived: true }];
      return late(m).map((one) =>
        typeof one === 'object' && one.deposit ? { ...one, wasReceived: true } : one,
      ) as never;
    case 'notReceived':
      if (m.booking === 'pending') return [200, { deposit: 'due' }];
      if (m.deposit === 'released') return [200, {}];
      return m.deposit === 'refund_due' && !m.wasReceived ? [200, { deposit: 'released' }] : [other, {}];
    case 'refunded':
      if (m.deposit === 'refunded') return [200, {}];
      return m.deposit === 'refund_due' ? [200, { deposit: 'refunded' }] : [other, {}];
    case 'confirm':
      if (m.booking === 'confirmed') return [200, {}];
      if (!isOpen) return [other, {}];
      return m.deposit === 'due'
        ? [200, { booking: 'confirmed', deposit: 'waived' }]
        : [200, { booking: 'confirmed', deposit: 'received', wasReceived: true }];
    case 'cancel':
    case 'give up':
      if (ended) return [200, {}];
      if (m.booking === 'completed' || hour >= startsIn) return [other, {}];
      return [200, endedAs(m)];
    case 'miss':
    case 'unmiss': {
      if (m.booking === 'pending' || ended || hour < startsIn) return [other, {}];
      const missed = call === 'miss';
      if (m.deposit === 'waived') return [200, { missed }];
      const deposit = missed ? 'kept' : m.booking === 'completed' ? 'applied' : 'received';
      return [200, { missed, deposit }];
    }
  }
}

/** 'Paid' or 'received' of a booking that ended. */
function late(m: Model): [number, Partial<Model>] {
  if (m.booking !== 'cancelled') return [other, {}];
  if (m.deposit === 'refund_due') return [200, {}];
  return m.deposit === 'released' && !m.wasRefundDue
    ? [200, { deposit: 'refund_due', wasRefundDue: true }]
    : [other, {}];
}

function endedAs(m: Model): Partial<Model> {
  if (m.deposit === 'due') return { booking: 'cancelled', deposit: 'released' };
  if (m.deposit === 'waived') return { booking: 'cancelled' };
  return { booking: 'cancelled', deposit: 'refund_due', wasRefundDue: true };
}

function bySystem(m: Model, hour: number): Partial<Model> {
  if (m.booking === 'pending' && hour >= m.expires) return endedAs(m);
  if (m.booking !== 'confirmed' || hour < startsIn + 1) return {};
  return { booking: 'completed', ...(m.deposit === 'received' ? { deposit: 'applied' } : {}) };
}

test('B21: after any calls at any time booking, deposit, expiry and refund are as the contract says', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 40 }), async (steps) => {
    const professional = await t.make.professional();
    const client = await t.make.client();
    const service = await t.make.service(professional.professionalId, { price: 100 });
    const start = Date.now() + startsIn * HOUR;
    await t.make.window(professional.professionalId, start, start + 2 * HOUR);
    await putRule(t.deps.db, professional.professionalId, { percent: 35, who: 'everyone' });
    await putPayTo(t.deps.db, professional.professionalId, payTo, null);
    const wish = {
      professional_id: professional.professionalId,
      service_ids: [service],
      start_time: new Date(start).toISOString(),
    };
    const made = (await t.rest.call(client, 'bookings.create', wish)).body as Booking;
    const { id } = made;
    const people = { client, professional };
    const procedures: Record<Call, [keyof typeof people, string, object?]> = {
      paid: ['client', 'deposits.paid'],
      received: ['professional', 'deposits.received'],
      notReceived: ['professional', 'deposits.notReceived'],
      refunded: ['professional', 'deposits.refunded'],
      confirm: ['professional', 'bookings.change', { status: 'confirmed' }],
      cancel: ['professional', 'bookings.change', { status: 'cancelled' }],
      'give up': ['client', 'bookings.change', { status: 'cancelled' }],
      miss: ['professional', 'bookings.markMissed'],
      unmiss: ['professional', 'bookings.unmarkMissed'],
    };

    let clock = 0;
    let model: Model = {
      booking: 'pending',
      deposit: 'due',
      expires: 24,
      saidPaid: false,
      wasReceived: false,
      wasRefundDue: false,
      missed: false,
    };
    for (const one of steps) {
      const app = apps[clock] ?? t;
      const hour = clocks[clock] ?? 0;
      if (one === 'later') clock = Math.min(clock + 1, clocks.length - 1);
      else if (one === 'system') {
        await runDueTransitions(app.deps.db);
        model = { ...model, ...bySystem(model, hour) };
      } else {
        const [who, procedure, more = {}] = procedures[one.call];
        const [status, changed] = called(model, one.call, hour);
        const answer = await app[one.api].call(people[who], procedure, { id, ...more });
        expect([one.call, hour, model, answer.status]).toEqual([one.call, hour, model, status]);
        model = { ...model, ...changed };
      }
      const { body } = await t.rest.call(client, 'bookings.byId', { id });
      const { status, deposit, expires_at, no_show } = body as Booking;
      expect([status, deposit?.status, deposit?.refund_due, no_show]).toEqual([
        model.booking,
        model.deposit,
        model.deposit === 'refund_due' ? 35 : 0,
        model.missed,
      ]);
      if (model.booking === 'pending') {
        const expires = (Date.parse(expires_at ?? '') - Date.parse(made.created_at)) / HOUR;
        expect(Math.abs(expires - model.expires)).toBeLessThan(0.1);
      }
    }
    expect(await findBroken(t.deps.db)).toEqual([]);
  });
  await fc.assert(property, { numRuns: repetitions(200) });
});
