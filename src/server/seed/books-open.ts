import type { Db } from '#server/db/connect.ts';
import { booksOpenBounds, DAY } from '#shared/constants.ts';
import type { BooksOpen } from '#shared/rules/books-open.ts';
import { localParts } from '#shared/time.ts';
import type { Cast } from './people.ts';
import { professionals } from './professionals.ts';

/** Whose books open in three days; a month's last days are none on which that can be. */
export const opener = 'fatou';

export async function insertBooksOpen(db: Db, { callers }: Cast, now: number): Promise<void> {
  const id = callers.get(opener)?.professional_id ?? '';
  const zone = professionals.find(({ key }) => key === opener)?.zone ?? '';
  const days = [3, 4, 5, 6].map((ahead) => localParts(now + ahead * DAY, zone).day);
  const day = days.find((one) => one <= booksOpenBounds.day.max) ?? 1;
  const books: BooksOpen = { day, time: '20:00', months: 1 };
  await db
    .updateTable('professionals')
    .set({ books_open: JSON.stringify(books) })
    .where('id', '=', id)
    .execute();
}
