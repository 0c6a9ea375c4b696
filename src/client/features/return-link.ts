import { homeOf } from '#client/lib/route-roles.ts';
import type { Role } from '#shared/constants.ts';

/** The way back to where a role's bookings are, in the specification's words. */
export function returnLink(role: Role | null) {
  return { to: homeOf(role), linkText: role === 'client' ? 'Return to Profile' : 'Return to Dashboard' };
}
