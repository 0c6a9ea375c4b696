import { listEntries } from '#server/features/waitlist/queries.ts';
import type { Command } from './command.ts';

export const waitlistListCommand: Command = {
  name: 'waitlist list',
  describe: 'Lists the waitlist, first come first: when, state, role, e-mail and name, separated by tabs.',
  options: {},
  prepare: () => async (context) => {
    for (const { created_at, status, role, email, name } of await listEntries(context.db)) {
      context.print([created_at, status, role, email, name].join('\t'));
    }
  },
};
