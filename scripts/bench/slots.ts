import { slotsJson } from '#server/features/availability/slots-json.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { AvailabilityWindow, SlotRule, Span } from '#shared/rules/slots.ts';
import { fromLocalInput } from '#shared/time.ts';

const rounds = 20;
const callsPerRound = 100;
const naiveCallsPerRound = 2;

/**
 * Measures the JSON of 60 days of windows with 1,000 bookings by our engine and a naive one, in alternating rounds:
 * medians in milliseconds. Throws if the bytes differ.
 */
export async function benchSlots(): Promise<{
  name: string;
  perCallMs: number;
  naivePerCallMs: number;
  ratio: number;
}> {
  const { windows, busy, rule } = diary();
  const ours = () => Buffer.from(slotsJson(windows, busy, rule));
  const naive = () => Buffer.from(naiveJson(windows, busy, rule));
  if (!ours().equals(naive())) throw new Error('The slot engine and the naive one do not answer the same');

  const times: number[] = [];
  const naiveTimes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push(perCall(ours, callsPerRound));
    naiveTimes.push(perCall(naive, naiveCallsPerRound));
    // Lets the event loop run, so that progress lines are printed.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const perCallMs = median(times);
  const naivePerCallMs = median(naiveTimes);
  const slots = ours().toString().split('"start_time"').length - 1 - windows.length;
  return {
    name: `60 days, ${busy.length} bookings, ${slots} free slots, ${ours().length} bytes`,
    perCallMs,
    naivePerCallMs,
    ratio: naivePerCallMs / perCallMs,
  };
}

export function perCall(run: () => unknown, calls: number): number {
  const before = performance.now();
  for (let call = 0; call < calls; call++) run();
  return (performance.now() - before) / calls;
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/**
 * Sixty days from 8:00 AM to 9:00 PM in Melbourne, across a clock change, with 1,000 half-hour bookings, scattered but
 * the same in each run.
 */
export function diary(): { windows: AvailabilityWindow[]; busy: Span[]; rule: SlotRule } {
  const now = Date.UTC(2027, 2, 1);
  const windows = Array.from({ length: 60 }, (_, day) => {
    const start =
      fromLocalInput(`${new Date(now + day * DAY).toISOString().slice(0, 10)}T08:00`, 'Australia/Melbourne') ??
      Number.NaN;
    return { id: `01960000-0000-7000-8000-${String(day).padStart(12, '0')}`, start, end: start + 13 * HOUR };
  });
  const cells = windows.flatMap(({ start }) => Array.from({ length: 26 }, (_, cell) => start + cell * 30 * MINUTE));
  let seed = 1;
  const drawn = cells.map((start) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return { start, draw: seed };
  });
  const busy = drawn
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, 1000)
    .toSorted((a, b) => a.start - b.start)
    .map(({ start }) => ({ start, end: start + 30 * MINUTE }));
  const rule = {
    slot_interval_minutes: 15,
    min_notice_minutes: 0,
    buffer_minutes: 0,
    duration_minutes: 30,
    now: now - DAY,
  };
  return { windows, busy, rule: { ...rule, from: now - DAY, to: now + 60 * DAY } };
}

/** The naive engine: tests every slot of every window against every booking, and uses JSON.stringify. */
function naiveJson(windows: AvailabilityWindow[], busy: Span[], rule: SlotRule): string {
  const { from = -Infinity, to = Infinity } = rule;
  const buffer = rule.buffer_minutes * MINUTE;
  const earliest = rule.now + rule.min_notice_minutes * MINUTE;
  const answer = windows
    .filter((window) => window.end > from && window.start < to)
    .map((window) => {
      const available_slots = [];
      for (
        let start = window.start;
        start + rule.duration_minutes * MINUTE <= window.end;
        start += rule.slot_interval_minutes * MINUTE
      ) {
        const end = start + rule.duration_minutes * MINUTE;
        if (start <= earliest || start < from || start >= to) continue;
        if (busy.some((booking) => start < booking.end + buffer && end > booking.start - buffer)) continue;
        available_slots.push({ start_time: new Date(start), end_time: new Date(end) });
      }
      return { id: window.id, start_time: new Date(window.start), end_time: new Date(window.end), available_slots };
    });
  return JSON.stringify(answer);
}
