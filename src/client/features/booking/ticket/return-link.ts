import { landingOf } from '#client/lib/route-roles.ts';
import type { Role } from '#shared/constants.ts';

/** Returns target and text of the link back to a role's bookings (specification 2). */
export function returnLink(role: Role | null) {
  return { to: landingOf(role), linkText: role === 'client' ? 'Return to Profile' : 'Return to Dashboard' };
}
