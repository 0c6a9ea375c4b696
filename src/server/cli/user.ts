import { createAccount, namesOf } from '#server/features/accounts/create-account.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { disableUser, enableUser } from '#server/features/users/disable-user.ts';
import { listUsers } from '#server/features/users/queries.ts';
import { clientInput } from '#shared/clients.ts';
import { lengths, type Role, roles } from '#shared/constants.ts';
import { personName } from '#shared/person-name.ts';
import { professionalInput } from '#shared/professionals.ts';
import { nameOf } from '#shared/rules/person.ts';
import { password as passwordSchema, trimmed } from '#shared/wire.ts';
import { type Command, CommandError, checkedEmail, emailOption, jsonOption, printRows, UsageError } from './command.ts';

export const userCreateCommand: Command = {
  name: 'user create',
  describe:
    'Creates a user who can log in, book or be booked at once. An address that has an account is left as it is, exit code 1.',
  options: {
    role: { describe: 'what the user may do', value: roles.join('|'), required: true },
    email: emailOption,
    password: { describe: `${lengths.password.min} to ${lengths.password.max} characters`, value: 'P', required: true },
    name: {
      describe: "shown to others; a client's first word is the first name, the rest the last",
      value: 'N',
      required: true,
    },
  },
  prepare: (given) => {
    const role = roles.find((one) => one === given.role);
    if (role === undefined) throw new UsageError(`--role must be one of ${roles.join(', ')}`);
    const email = checkedEmail(given);
    const password = passwordSchema.safeParse(given.password);
    if (!password.success) throw new UsageError(`--password: ${password.error.issues[0]?.message}`);
    const name = checkedName(role, given.name ?? '');
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
  options: { json: jsonOption },
  prepare: (given) => async (context) => {
    printRows(context.print, given, await listUsers(context.db), ({ id, role, is_active, email, username }) => [
      id,
      role,
      is_active ? 'active' : 'disabled',
      email,
      username,
    ]);
  },
};

export const userDisableCommand: Command = {
  name: 'user disable',
  describe:
    'Disables a user and ends all their sessions at once. A professional is hidden, pending ' +
    'bookings are cancelled, and confirmed ones ahead are printed: id, start, client and services, ' +
    'separated by tabs. Again changes nothing; the last active admin stays, exit code 1.',
  options: { email: emailOption },
  prepare: (given) => {
    const email = checkedEmail(given);
    return async (context) => {
      const { cancelled, confirmed } = (await disableUser(context.db, { email })) ?? unknownAddress(email);
      context.print(`${email} is disabled.`);
      if (cancelled > 0) context.print(`${counted(cancelled, 'pending booking')} cancelled, and each client is told.`);
      if (confirmed.length > 0)
        context.print(`${counted(confirmed.length, 'confirmed booking')} ahead, to be decided by you:`);
      for (const booking of confirmed) {
        const { id, start_time, services } = booking;
        const names = services.map(({ name }) => name).join(', ');
        context.print([id, start_time, personName(booking), names].join('\t'));
      }
    };
  },
};

export const userEnableCommand: Command = {
  name: 'user enable',
  describe:
    "Lets a disabled user log in again. A professional's profile and services are back as they were. Again changes nothing.",
  options: { email: emailOption },
  prepare: (given) => {
    const email = checkedEmail(given);
    return async (context) => {
      if (!(await enableUser(context.db, { email }))) unknownAddress(email);
      context.print(`${email} is enabled.`);
    };
  },
};

function unknownAddress(email: string): never {
  throw new CommandError(`no user has the address ${email}`);
}

function counted(count: number, thing: string): string {
  return count === 1 ? `1 ${thing} is` : `${count} ${thing}s are`;
}

/**
 * Names that the forms refuse are refused here, too, by the same schemas. Throws a UsageError with the form's words.
 */
function checkedName(role: Role, given: string): string {
  const { display_name } = professionalInput.shape;
  const { first_name, last_name } = clientInput.shape;
  const whole = trimmed(lengths.name.max).safeParse(given);
  const name = nameOf(given);
  const names = namesOf(name);
  const parts = {
    professional: () => [display_name.safeParse(given)],
    client: () => [first_name.safeParse(names.first_name), last_name.safeParse(names.last_name)],
    admin: () => [first_name.safeParse(given)],
  };
  const refused = [...parts[role](), whole].find(({ success }) => !success);
  if (refused !== undefined) throw new UsageError(`--name: ${refused.error?.issues[0]?.message}`);
  return name;
}
