import type { Role } from '#shared/constants.ts';

/** What the account menu is called (specification 2, contract 6). */
export function accountLabel(role: Role | null) {
  return role === 'client' ? 'Profile' : 'Dashboard';
}
