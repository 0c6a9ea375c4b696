import type { Role } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import type { Thread } from '#shared/threads.ts';

/** The other side of a thread, as its reader names them. */
export function otherOf({ professional, client }: Pick<Thread, 'professional' | 'client'>, role: Role | null) {
  const name = role === 'client' ? professional.display_name : `${client.first_name} ${client.last_name}`.trim();
  return { id: role === 'client' ? professional.id : client.id, name: isolated(name) };
}

export const ownSide = (role: Role | null): Side => (role === 'client' ? 'client' : 'professional');
