import { approve } from '#server/features/waitlist/decide.ts';
import { findEntryId, listEntries } from '#server/features/waitlist/queries.ts';
import { type Command, CommandError, checkedEmail, emailOption, jsonOption, printRows } from './command.ts';

export const waitlistListCommand: Command = {
  name: 'waitlist list',
  describe: 'Lists the waitlist, first come first: when, state, role, e-mail and name, separated by tabs.',
  options: { json: jsonOption },
  prepare: (given) => async (context) => {
    printRows(context.print, given, await listEntries(context.db), ({ created_at, status, role, email, name }) => [
      created_at,
      status,
      role,
      email,
      name,
    ]);
  },
};

export const waitlistApproveCommand: Command = {
  name: 'waitlist approve',
  describe:
    'Approves a verified entry; the worker mails the invitation. Again changes nothing; an unverified or declined entry: exit code 1.',
  options: { email: { ...emailOption, describe: 'the e-mail address on the waitlist' } },
  prepare: (given) => {
    const email = checkedEmail(given);
    return async (context) => {
      const found = await findEntryId(context.db, email);
      if (!found) throw new CommandError(`${email} is not on the waitlist`);
      const { isNew } = await approve(context.db, found.id, { actorId: null });
      context.print(
        isNew
          ? `${email} is approved: an invitation follows by email.`
          : `${email} is approved already: nothing was changed.`,
      );
    };
  },
};
