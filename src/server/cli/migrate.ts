import type { Command } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  describe: 'Brings the database to the newest schema. Again does nothing; two at once apply each migration once.',
  options: {},
  prepare: () => async (context) => {
    const applied = await context.migrate();
    for (const name of applied) context.print(`applied ${name}`);
    if (applied.length === 0) context.print('The schema is up to date.');
  },
};
