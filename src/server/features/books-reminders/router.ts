import { z } from 'zod';
import { client, router } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound, unauthorized } from '#server/errors.ts';
import { lockClient, lockProfessional } from '#server/features/parties/lock-queries.ts';
import { booksOpenBounds } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';
import { nextOpening } from '#shared/rules/books-open.ts';
import { pathId } from '#shared/wire.ts';
import { deleteReminder, insertReminder, viewToRemind } from './queries.ts';

const one = z.object({ id: pathId('Professional') });
const noneVisible = { is_visible: false, waiting: false };

/** A client is told once when a professional opens the next month (contract 27). */
export const booksRemindersRouter = router({
  mine: client
    .meta({ rest: 'GET /professionals/{id}/books-reminder' })
    .input(one)
    .output(z.object({ waiting: z.boolean() }))
    .query(async ({ ctx, input }) => {
      const view = await viewToRemind(ctx.db, { client_id: ctx.clientId, professional_id: input.id });
      const { is_visible, waiting } = view ?? noneVisible;
      return is_visible || waiting ? { waiting } : notFound('Professional');
    }),

  /** 409 where nothing is closed, and for the 51st. */
  add: client
    .meta({ rest: 'PUT /professionals/{id}/books-reminder', status: 204 })
    .input(one)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      transact(ctx.db, async (trx) => {
        const reminder = { client_id: ctx.clientId, professional_id: input.id };
        (await lockClient(trx, reminder.client_id)) || unauthorized();
        (await lockProfessional(trx, reminder.professional_id)) ?? notFound('Professional');
        const view = await viewToRemind(trx, reminder);
        if (!view?.is_visible) return notFound('Professional');
        const { books_open, time_zone, now, others, display_name } = view;
        if (!books_open) return conflict(`${isolated(display_name)}'s books are open.`);
        if (others >= booksOpenBounds.reminders)
          conflict(`You can have at most ${booksOpenBounds.reminders} reminders.`);
        const { month, opens: tell } = nextOpening(books_open, time_zone, now);
        await insertReminder(trx, { ...reminder, month, tell });
      }),
    ),

  /** Also of one who is not visible any more. */
  remove: client
    .meta({ rest: 'DELETE /professionals/{id}/books-reminder', status: 204 })
    .input(one)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      const reminder = { client_id: ctx.clientId, professional_id: input.id };
      if (await deleteReminder(ctx.db, reminder)) return;
      if (!(await viewToRemind(ctx.db, reminder))?.is_visible) notFound('Professional');
    }),
});
