import { findBroken, invariantCount } from '#server/db/invariants.ts';
import { type Command, CommandError } from './command.ts';

export const checkCommand: Command = {
  name: 'check',
  describe: 'Checks what must hold in any database, and prints what does not, how often and where. It changes nothing.',
  options: {},
  prepare: () => async (context) => {
    const broken = await findBroken(context.db);
    for (const { name, count, ids } of broken)
      context.print([`does not hold: ${name}`, count, ids.join(' ')].join('\t'));
    if (broken.length > 0) throw new CommandError(`${broken.length} of ${invariantCount} checks do not hold.`);
    context.print(`All ${invariantCount} checks hold.`);
  },
};
