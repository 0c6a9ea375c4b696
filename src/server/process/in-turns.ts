import { setImmediate } from 'node:timers/promises';

/** Items after which other requests have their turn. */
const atOnce = 100;

/** Items and their positions, one by one, so that a long list does not hold up other requests. */
export async function* inTurns<Item>(items: readonly Item[]): AsyncGenerator<[number, Item]> {
  for (const [index, item] of items.entries()) {
    if (index % atOnce === 0) await setImmediate();
    yield [index, item];
  }
}
