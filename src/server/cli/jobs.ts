import { retryJobs } from '#server/features/admin/retry-jobs.ts';
import { listDead } from '#server/outbox/queries.ts';
import { type Command, jsonOption, printRows } from './command.ts';

export const jobsFailedCommand: Command = {
  name: 'jobs failed',
  describe:
    'Lists events and emails that were given up, oldest first: kind, id, what, attempts, when and why, separated by tabs.',
  options: { json: jsonOption },
  prepare: (given) => async (context) => {
    printRows(context.print, given, await listDead(context.db), ({ kind, id, what, attempts, dead_at, last_error }) => [
      kind,
      id,
      what,
      attempts,
      dead_at,
      (last_error ?? '').replace(/\s+/g, ' '),
    ]);
  },
};

export const jobsRetryCommand: Command = {
  name: 'jobs retry',
  describe: 'Lets everything that was given up be tried again by the next worker. Nothing that was done is done twice.',
  options: {},
  prepare: () => async (context) => {
    const revived = await retryJobs(context.db, { actorId: null });
    context.print(`${revived} to be tried again.`);
  },
};
