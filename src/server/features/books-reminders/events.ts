import { z } from 'zod';
import { id } from '#shared/wire.ts';

export const booksReminderEvents = {
  /** The month (`YYYY-MM`) that a client waits for can be booked. */
  'books.opened': z.object({ professional_id: id, client_id: id, month: z.string() }),
};
