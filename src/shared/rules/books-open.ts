import { localParts, wallInstant } from '../time.ts';

/** On which day and at what time of her clock a professional opens a month, so many months before it (contract 27). */
export type BooksOpen = { day: number; time: string; months: number };

/** The next opening after an instant: when, the month (`YYYY-MM`) and its first instant. Epoch milliseconds. */
type NextOpening = { opens: number; month: string; closedFrom: number };

/** When a month (`YYYY-MM`) opens, epoch milliseconds. */
export function opensAt({ day, time, months }: BooksOpen, zone: string, month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [hour, minute] = time.split(':').map(Number);
  return wallInstant(Date.UTC(year, number - 1 - months, day, hour, minute), zone);
}

/** Until it, no start from `closedFrom` on is offered; every earlier one is, as far as the books go. */
export function nextOpening(books: BooksOpen, zone: string, now: number): NextOpening {
  const { year, month } = localParts(now, zone);
  const opening = (ahead: number): NextOpening => {
    const first = Date.UTC(year, month - 1 + ahead + books.months, 1);
    const name = new Date(first).toISOString().slice(0, 7);
    return { opens: opensAt(books, zone, name), month: name, closedFrom: wallInstant(first, zone) };
  };
  const ofThisMonth = opening(0);
  return ofThisMonth.opens > now ? ofThisMonth : opening(1);
}
