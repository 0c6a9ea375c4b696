import { useSyncExternalStore } from 'react';
import { never } from '#client/lib/ready.ts';
import { trpc } from '#client/lib/trpc.ts';
import { type SignupKind, signupKinds } from '#shared/rules/signup-kinds.ts';

/** The page's head says it, so that nothing moves once it is known. */
function fromHead(): SignupKind | undefined {
  const said = document.querySelector('meta[name="client-signup"]')?.getAttribute('content');
  return signupKinds.find((kind) => kind === said);
}

/** Whether clients sign themselves up or come by the waitlist; undefined until it is known. */
export function useClientSignup(): SignupKind | undefined {
  const said = useSyncExternalStore(never, fromHead, () => undefined);
  const asked = trpc.codes.signup.useQuery(undefined, { enabled: said === undefined, staleTime: Infinity });
  return said ?? asked.data?.clients;
}
