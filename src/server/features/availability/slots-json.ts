import { MINUTE } from '#shared/constants.ts';
import { type AvailabilityWindow, type SlotRule, type Span, slotFinder } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';

/** JSON text of the windows that overlap [from, to), each with its free slots. */
export function slotsJson(windows: readonly AvailabilityWindow[], busy: readonly Span[], rule: SlotRule): string {
  const from = rule.from ?? -Infinity;
  const to = rule.to ?? Infinity;
  const startsOf = slotFinder(busy, rule);
  let text = '';
  for (const window of windows) {
    if (window.end <= from || window.start >= to) continue;
    text += (text === '' ? '' : ',') + jsonOf(window, startsOf(window), rule);
  }
  return `[${text}]`;
}

/** JSON text of one window with its free slots. */
export function windowJson(window: AvailabilityWindow, busy: readonly Span[], rule: SlotRule): string {
  return jsonOf(window, slotFinder(busy, rule)(window), rule);
}

/** `starts` are its free ones. */
function jsonOf(window: AvailabilityWindow, starts: readonly number[], rule: SlotRule): string {
  const head = `{"id":${JSON.stringify(window.id)},"start_time":"${iso(window.start)}","end_time":"${iso(window.end)}","available_slots":[`;
  return `${head}${slotTexts(starts, rule.duration_minutes * MINUTE)}]}`;
}

/**
 * The text of a slot after a comma, by its length and start: of all professionals there are a few thousand different
 * slots, and a whole text is added faster than its pieces, of which each leaves something to collect.
 */
const slots = new Map<number, Map<number, string>>();
/** Some 3 MB. */
const cachedSlots = 20_000;
let slotCount = 0;

function slotsOfLength(length: number): Map<number, string> {
  if (slotCount >= cachedSlots) {
    slots.clear();
    slotCount = 0;
  }
  let known = slots.get(length);
  if (!known) {
    known = new Map();
    slots.set(length, known);
  }
  return known;
}

function slotText(start: number, length: number): string {
  slotCount++;
  const text = `,{"start_time":"${iso(start)}","end_time":"${iso(start + length)}"}`;
  // As bytes and back, because V8 leaves a text that was concatenated in its pieces.
  return Buffer.from(text, 'latin1').toString('latin1');
}

function slotTexts(starts: readonly number[], length: number): string {
  const known = slotsOfLength(length);
  let text = '';
  for (const start of starts) {
    let one = known.get(start);
    if (one === undefined) {
      one = slotText(start, length);
      known.set(start, one);
    }
    text += text === '' ? one.slice(1) : one;
  }
  return text;
}
