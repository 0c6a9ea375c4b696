import { startSession } from '#client/lib/session.ts';
import type { trpc } from '#client/lib/trpc.ts';

/** Stores the session of a token, as its person; throws where that cannot be asked. */
export async function logIn({ client, clients }: ReturnType<typeof trpc.useUtils>, token: string) {
  const person = await client.auth.me.query(undefined, { context: { token } });
  startSession(token, person);
  if (person.role === 'client') void clients.me.prefetch();
}
