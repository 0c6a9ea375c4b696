import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shareOfTotal } from './deposit.ts';
import { depositCents, linesOf, type TimedLine, totalPrice, visitOf } from './lines.ts';

const service = (minutes: number, start: number | null = null, length: number | null = null): TimedLine => ({
  service_duration_minutes: minutes,
  processing_start_minutes: start,
  processing_minutes: length,
});
const colour = service(105, 45, 30);

test('lines stand in the order chosen; without one of them there are none', () => {
  const offered = (id: string) => ({ ...service(30), id, name: id, price_cents: 500, variants: null, extras: [] });
  const [cut, fade] = [offered('cut'), offered('fade')];
  const line = (one: typeof cut) => ({ ...one, options: [], is_offered: true });
  expect(linesOf({ service_ids: ['fade', 'cut'] }, [cut, fade])).toEqual([line(fade), line(cut)]);
  expect(linesOf({ service_ids: [] }, [cut])).toEqual([]);
  expect(linesOf({ service_ids: ['cut', 'fade'] }, [cut])).toEqual({ kind: 'service' });
});

test('a visit is as long as its lines together, 30 minutes without any', () => {
  expect(visitOf([]).duration_minutes).toBe(30);
  expect(visitOf([service(45), colour]).duration_minutes).toBe(150);
});

describe('the parts of a visit', () => {
  test.each<[string, TimedLine[], [number, number][]]>([
    ['without services are the default length', [], [[0, 30]]],
    ['without processing are one', [service(30), service(60)], [[0, 90]]],
    [
      'leave processing out',
      [colour],
      [
        [0, 45],
        [75, 105],
      ],
    ],
    [
      'join where services follow one another',
      [service(15), colour, service(30)],
      [
        [0, 60],
        [90, 150],
      ],
    ],
    [
      'leave several out',
      [colour, colour],
      [
        [0, 45],
        [75, 150],
        [180, 210],
      ],
    ],
  ])('%s', (_, services, parts) => {
    expect(visitOf(services).parts).toEqual(parts.map(([start, end]) => ({ start, end })));
  });
});

test('a total is added in cents', () => {
  expect(totalPrice([{ price: 5.1 }, { price: 5.3 }])).toBe(10.4);
  expect(totalPrice([0.1, 0.2, 0.3].map((price) => ({ price })))).toBe(0.6);
  expect(totalPrice([])).toBe(0);
});

const basket = fc.array(
  fc
    .record({ price_cents: fc.integer({ min: 500, max: 1_000_000 }), own: fc.option(fc.integer({ min: 0, max: 100 })) })
    .map(({ price_cents, own }) => ({
      price_cents,
      deposit_cents: own === null ? null : Math.floor((price_cents * own) / 100),
    })),
  { minLength: 1, maxLength: 10 },
);

test('10,000 baskets ask what BigInt arithmetic says, to the cent', () => {
  fc.assert(
    fc.property(basket, fc.integer({ min: 0, max: 100 }), (services, percent) => {
      let sum = 0n;
      let total = 0n;
      for (const { price_cents, deposit_cents } of services) {
        const hundredths = BigInt(price_cents) * BigInt(percent);
        const rounded = hundredths / 100n + (hundredths % 100n >= 50n ? 1n : 0n);
        sum += deposit_cents === null ? rounded : BigInt(deposit_cents);
        total += BigInt(price_cents);
      }
      const expected = sum < total ? sum : total;
      const amount = depositCents(services, percent);
      expect(BigInt(amount)).toBe(expected);
      const share = (expected * 100n) / total;
      const isUp = 2n * ((expected * 100n) % total) >= total;
      expect(BigInt(shareOfTotal(amount, Number(total)))).toBe(share + (isUp ? 1n : 0n));
    }),
    { numRuns: 10_000 },
  );
});

test.each([
  [{ price_cents: 22_000, deposit_cents: null }, 20, 4_400],
  [{ price_cents: 9_995, deposit_cents: null }, 50, 4_998],
  [{ price_cents: 9_995, deposit_cents: 0 }, 50, 0],
  [{ price_cents: 500, deposit_cents: 500 }, 0, 500],
])('%o asks at %s percent %s cents', (service, percent, cents) => {
  expect(depositCents([service], percent)).toBe(cents);
});
