import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import { insertUser } from '#server/features/auth/queries.ts';
import { insertClient } from '#server/features/clients/queries.ts';
import { insertProfessional } from '#server/features/professionals/queries.ts';
import type { ProfessionalType, Role } from '#shared/constants.ts';

type NewAccount = {
  role: Role;
  email: string;
  name: string;
  passwordHash: string;
  /** Of a professional; by default a hairdresser. */
  professionalType?: ProfessionalType;
  /** Of a professional, where they said that they work. */
  location?: string | null;
  /** Whether a professional is led through the first steps on the dashboard. */
  isGuided?: boolean;
  /** Whether a professional becomes active by themselves once there is something to see (contract 20). */
  waits?: boolean;
};
export type Account = { userId: string; professionalId?: string; clientId?: string };

/** Profile of a new professional until they say more. */
const professionalDefaults = { professional_type: 'hairdresser', location: 'Melbourne' } as const;

/**
 * For the command line: creates a user with the records that the role needs; `email` is lower-case, `name` not too
 * long. Undefined, with nothing written, when the address has an account.
 */
export async function createAccount(db: Db, account: NewAccount): Promise<Account | undefined> {
  try {
    return await transact(db, async (trx) => {
      const created = await insertAccount(trx, { ...account, isGuided: true });
      await recordAction(trx, {
        actorId: null,
        action: 'user.created',
        subjectId: created.userId,
        detail: { role: account.role },
      });
      return created;
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email_key') return undefined;
    throw error;
  }
}

/** `createAccount` in the caller's transaction; throws when the address is taken. */
export async function insertAccount(
  trx: Db,
  { role, email, name, passwordHash, professionalType, location, isGuided = false, waits = false }: NewAccount,
): Promise<Account> {
  const { id: userId } = await insertUser(trx, { role, email, username: name, password_hash: passwordHash });
  if (role === 'professional') {
    const professional_type = professionalType ?? professionalDefaults.professional_type;
    const first_steps = isGuided ? 'open' : 'done';
    const { id } = await insertProfessional(trx, {
      ...professionalDefaults,
      user_id: userId,
      display_name: name,
      professional_type,
      first_steps,
      ...(location && { location }),
      ...(waits && { is_active: false, waits_for: location ? 'offer' : 'location' }),
    });
    return { userId, professionalId: id };
  }
  if (role === 'client') {
    const { id } = await insertClient(trx, { user_id: userId, ...namesOf(name) });
    return { userId, clientId: id };
  }
  return { userId };
}

/** The first word is the first name, the rest the last name; a single word is both (contract 1). */
export function namesOf(name: string): { first_name: string; last_name: string } {
  const [first = name, ...rest] = name.trim().split(/\s+/);
  return { first_name: first, last_name: rest.join(' ') || first };
}
