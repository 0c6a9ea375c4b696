import { createAccount } from '#server/features/auth/create-account.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { deleteSessionsOfUser, disableUser, listUsers } from '#server/features/auth/queries.ts';
import { roles } from '#shared/constants.ts';
import { email as emailSchema, password as passwordSchema } from '#shared/wire.ts';
import { type Command, CommandError, type Option, UsageError } from './command.ts';

const printable = /^\P{C}+$/u;

const emailOption: Option = { describe: 'the e-mail address, which is the login', value: 'E', required: true };

export const userCreateCommand: Command = {
  name: 'user create',
  describe: 'Creates a user who can log in, book or be booked at once. An address that has an account is left as it is, exit code 1.',
  options: {
    role: { describe: 'what the user may do', value: roles.join('|'), required: true },
    email: emailOption,
    password: { describe: '8 to 128 characters', value: 'P', required: true },
    name: { describe: "shown to others; a client's first word is the first name, the rest the last", value: 'N', required: true },
  },
  prepare: (given) => {
    const role = roles.find((one) => one === given.role);
    if (role === undefined) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
    const email = checkedEmail(given);
    const password = passwordSchema.safeParse(given.password);
    if (!password.success) throw new UsageError(`--password: ${password.error.issues[0]?.message}`);
    const name = (given.name ?? '').trim();
    if (name.length < 1 || name.length > 100 || !printable.test(name))
      throw new UsageError('--name must have 1 to 100 printable characters');
    return async (context) => {
      const passwordHash = await hashPassword(password.data);
      const account = await createAccount(context.db, { role, email, name, passwordHash });
      if (account === undefined) throw new CommandError(`${email} has an account already: nothing was changed`);
      context.print(`Created ${role} ${email} (${account.userId}).`);
    };
  },
};

export const userListCommand: Command = {
  name: 'user list',
  describe: 'Lists all users, oldest first: id, role, state, e-mail and name, separated by tabs.',
  options: {},
  prepare: () => async (context) => {
    for (const { id, role, is_active, email, username } of await listUsers(context.db)) {
      context.print([id, role, is_active ? 'active' : 'disabled', email, username].join('\t'));
    }
  },
};

export const userDisableCommand: Command = {
  name: 'user disable',
  describe: 'Disables a user and ends all their sessions at once. Again changes nothing.',
  options: { email: emailOption },
  prepare: (given) => {
    const email = checkedEmail(given);
    return async (context) => {
      const found = await context.db.transaction().execute(async (trx) => {
        const user = await disableUser(trx, email);
        if (user !== undefined) await deleteSessionsOfUser(trx, user.id);
        return user;
      });
      if (found === undefined) throw new CommandError(`no user has the address ${email}`);
      context.print(`${email} is disabled.`);
    };
  },
};

function checkedEmail(given: Record<string, string>): string {
  const email = emailSchema.safeParse(given.email);
  if (!email.success) throw new UsageError('--email must be an e-mail address');
  return email.data;
}
