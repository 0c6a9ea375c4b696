import type { Role } from '#shared/constants.ts';

/** Label of the account menu's button (specification 2, contract 6). */
export function accountLabel(role: Role | null) {
  return role === 'client' ? 'Profile' : 'Dashboard';
}
