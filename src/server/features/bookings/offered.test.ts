import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { openMarket } from '#server/testing/market.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import { DAY, MINUTE } from '#shared/constants.ts';
import type { Span } from '#shared/rules/slots.ts';

const t = useTestApp();
/** The number of random markets, and of starts tried in each: 2,000 cases in a full run. */
const markets = repetitions(200);
const asked = 10;
const base = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;

let professional: ProfessionalPerson;
let client: ClientPerson;
beforeAll(async () => {
  professional = await t.make.professional();
  client = await t.make.client();
});

/** Spans that do not overlap, in steps of five minutes from `base`. */
const stretches = (most: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 3, max: most * 24 })), {
      minLength: 1,
      maxLength: most,
    })
    .map((pairs) => {
      let at = base;
      return pairs.map(([gap, length]) => {
        const start = at + gap * 5 * MINUTE;
        at = start + length * 5 * MINUTE;
        return { start, end: at };
      });
    });

const market = fc.record({
  windows: stretches(5),
  bookings: stretches(2),
  interval: fc.constantFrom(15, 30, 60),
  buffer: fc.constantFrom(0, 5, 30),
  hours: fc.constantFrom(
    undefined,
    [{ start: 540, end: 1020 }],
    [
      { start: 0, end: 720 },
      { start: 725, end: 1440 },
    ],
  ),
  off: fc.oneof(fc.constant<Span[]>([]), stretches(2)),
  gaps: fc.boolean(),
  durations: fc.array(fc.integer({ min: 15, max: 90 }), { minLength: 1, maxLength: 2 }),
  /** One of the listed starts, or minutes from `base`; sometimes one millisecond before or after. */
  starts: fc.array(
    fc.record({
      listed: fc.boolean(),
      index: fc.nat(),
      minutes: fc.integer({ min: -30, max: 900 }),
      beside: fc.constantFrom(0, 0, 0, 1, -1),
    }),
    { minLength: asked, maxLength: asked },
  ),
});

test('B7 a booking is accepted if and only if the free times list its start', { timeout: 600_000 }, async () => {
  const { db } = t.deps;
  const { professionalId } = professional;
  const seen = { accepted: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(market, async ({ starts, hours, ...rest }) => {
      const given = hours ? { ...rest, hours } : rest;
      const service_ids = await openMarket(t, professionalId, given);
      const free = async () => {
        const { body } = await t.rest.call(null, 'availability.ofProfessional', { id: professionalId, service_ids });
        return (body as AvailabilityWithSlots[]).flatMap((window) =>
          window.available_slots.map((slot) => Date.parse(slot.start_time)),
        );
      };
      for (const { listed, index, minutes, beside } of starts) {
        const offered = await free();
        const chosen = listed ? offered[index % Math.max(offered.length, 1)] : undefined;
        const start = (chosen ?? base + minutes * MINUTE) + beside;
        const wish = { professional_id: professionalId, service_ids, start_time: new Date(start).toISOString() };
        const { status } = await t.rest.call(client, 'bookings.create', wish);
        expect({ start: wish.start_time, status }).toEqual({
          start: wish.start_time,
          status: offered.includes(start) ? 201 : 409,
        });
        seen[status === 201 ? 'accepted' : 'refused']++;
        await db.deleteFrom('bookings').where('client_id', '=', client.clientId).execute();
      }
    }),
    { numRuns: markets },
  );
  // The test is worth something only if both outcomes happened often.
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan((markets * asked) / 20);
});
