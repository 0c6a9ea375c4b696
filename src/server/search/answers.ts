import type { Found } from './found.ts';

/** So many answers are remembered, by time and others apart. */
const mostAnswers = 200;

/** What was found for whole queries, as long as it holds (decision 022). */
export class Answers {
  #found = new Map<string, Found>();
  #byTime = new Map<string, { found: Found; holds: number }>();

  /** Of a query that asks for no time: until a listing changes. */
  of(key: string, find: () => Found): Found {
    return remember(this.#found, key, this.#found.get(key) ?? find(), mostAnswers);
  }

  /** Of a query by time: until a listing or any time changes, or the clock reaches `holds`. */
  byTime(key: string, now: number, find: () => { found: Found; holds: number }): Found {
    const before = this.#byTime.get(key);
    if (before && now < before.holds) return before.found;
    return remember(this.#byTime, key, find(), mostAnswers).found;
  }

  forget(): void {
    this.#found.clear();
    this.forgetByTime();
  }

  forgetByTime(): void {
    this.#byTime.clear();
  }
}

/** Enters a value; of more than `most` the one that was entered longest ago goes. */
export function remember<T>(values: Map<string, T>, key: string, value: T, most: number): T {
  values.delete(key);
  values.set(key, value);
  const [oldest] = values.size > most ? values.keys() : [];
  if (oldest !== undefined) values.delete(oldest);
  return value;
}
