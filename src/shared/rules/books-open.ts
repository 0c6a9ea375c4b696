import { localParts, wallInstant } from '../time.ts';

/** On which day and at what time of her clock a professional opens a month, so many months before it (contract 27). */
export type BooksOpen = { day: number; time: string; months: number };

/** The next opening after an instant: when, the month (`YYYY-MM`) and its first instant. Epoch milliseconds. */
export type NextOpening = { opens: number; month: string; closedFrom: number };

/** Until it, no start from `closedFrom` on is offered; every earlier one is, as far as the books go. */
export function nextOpening({ day, time, months }: BooksOpen, zone: string, now: number): NextOpening {
  const { year, month } = localParts(now, zone);
  const [hour, minute] = time.split(':').map(Number);
  const opensIn = (ahead: number) => wallInstant(Date.UTC(year, month - 1 + ahead, day, hour, minute), zone);
  const ahead = opensIn(0) > now ? 0 : 1;
  const first = Date.UTC(year, month - 1 + ahead + months, 1);
  return {
    opens: opensIn(ahead),
    month: new Date(first).toISOString().slice(0, 7),
    closedFrom: wallInstant(first, zone),
  };
}
