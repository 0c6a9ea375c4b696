import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cost, depositCents, linesOf, type Variants, visitOf } from './lines.ts';

// B25: what a visit costs and takes, computed once more by hand for random grids and baskets.

const runs = process.env.TEST_FULL === '1' ? 10_000 : 300;
const cost = fc.record({
  price_cents: fc.integer({ min: 500, max: 50_000 }),
  service_duration_minutes: fc.integer({ min: 60, max: 300 }),
});
const extraCost = fc.record({
  price_cents: fc.integer({ min: 0, max: 10_000 }),
  service_duration_minutes: fc.integer({ min: 0, max: 60 }),
});
const size = fc.integer({ min: 2, max: 8 });

const service = fc
  .record({
    axes: fc.integer({ min: 0, max: 2 }),
    rows: size,
    columns: size,
    own: cost,
    extras: fc.array(extraCost, { maxLength: 4 }),
  })
  .chain(({ axes, rows, columns: wide, own, extras }) => {
    const columns = axes === 2 ? wide : 1;
    const grid = fc.array(fc.array(fc.option(cost, { freq: 5 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    });
    return fc.record({
      axes: fc.constant(axes),
      own: fc.constant(own),
      extras: fc.constant(extras),
      cells: grid,
      row: fc.nat(rows - 1),
      column: fc.nat(columns - 1),
      taken: fc.array(fc.boolean(), { minLength: extras.length, maxLength: extras.length }),
      processing: fc.boolean(),
      deposit_cents: fc.option(fc.integer({ min: 0, max: 500 })),
    });
  });

test('B25: lines cost and take what the cells and extras say, in cents and minutes', () => {
  fc.assert(
    fc.property(
      fc.array(service, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 100 }),
      (basket, percent) => {
        const kinds = ['size', 'length'] as const;
        const offered = basket.map((one, n) => ({
          ...one.own,
          id: `${n}`,
          name: `service ${n}`,
          deposit_cents: one.deposit_cents,
          processing_start_minutes: one.processing ? 10 : null,
          processing_minutes: one.processing ? 20 : null,
          variants:
            one.axes === 0
              ? null
              : ({
                  axes: kinds.slice(0, one.axes).map((kind, axis) => ({
                    kind,
                    name: kind,
                    choices: Array.from(
                      { length: axis === 0 ? one.cells.length : (one.cells[0]?.length ?? 0) },
                      (_, c) => ({
                        id: `${n} ${axis} ${c}`,
                        name: `${c}`,
                        landmark: null,
                        picture_id: null,
                      }),
                    ),
                  })),
                  cells: one.cells,
                } satisfies Variants),
          extras: one.extras.map((extra, e) => ({
            ...extra,
            id: `${n} extra ${e}`,
            kind: 'other' as const,
            name: `${e}`,
          })),
        }));
        const option_ids = basket.flatMap(({ axes, row, column, taken }, n) => [
          ...taken.flatMap((is, e) => (is ? [`${n} extra ${e}`] : [])),
          ...[`${n} 0 ${row}`, `${n} 1 ${column}`].slice(0, axes),
        ]);
        const service_ids = offered.map(({ id }) => id);
        const lines = linesOf({ service_ids, option_ids }, offered);
        if (!Array.isArray(lines)) throw new Error('no lines');

        let at = 0;
        const working: boolean[] = [];
        for (const [n, one] of basket.entries()) {
          const cell: Cost | null = one.axes === 0 ? one.own : (one.cells[one.row]?.[one.column] ?? null);
          const line = lines[n];
          expect(line?.is_offered).toBe(cell !== null);
          if (!cell) return;
          let [cents, minutes] = [cell.price_cents, cell.service_duration_minutes];
          for (const [e, extra] of one.extras.entries()) {
            if (!one.taken[e]) continue;
            cents += extra.price_cents;
            minutes += extra.service_duration_minutes;
          }
          expect([line?.price_cents, line?.service_duration_minutes]).toEqual([cents, minutes]);
          for (let minute = 0; minute < minutes; minute++)
            working[at + minute] = !(one.processing && minute >= 10 && minute < 30);
          at += minutes;
        }
        const visit = visitOf(lines);
        expect(visit.duration_minutes).toBe(at);
        const busy = Array.from({ length: at }, (_, minute) =>
          visit.parts.some(({ start, end }) => start <= minute && minute < end),
        );
        expect(busy).toEqual(working);
        const asked = lines.reduce(
          (sum, { price_cents, deposit_cents }) =>
            sum + (deposit_cents ?? Math.round((price_cents * percent) / 100 + 1e-9)),
          0,
        );
        const total = lines.reduce((sum, { price_cents }) => sum + price_cents, 0);
        expect(depositCents(lines, percent)).toBe(Math.min(asked, total));
        // Without one of its choices a service with variants makes no line.
        const missing = option_ids.find((id) => !id.includes('extra'));
        if (missing) {
          const fewer = linesOf({ service_ids, option_ids: option_ids.filter((id) => id !== missing) }, offered);
          expect(fewer).toMatchObject({ kind: 'choices' });
        }
      },
    ),
    { numRuns: runs },
  );
});
