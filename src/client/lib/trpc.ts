import { httpLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/router.ts';
import { tokenRefused, useSession } from './session.ts';

export const trpc = createTRPCReact<AppRouter>();

/** What the calls answer: `Outputs['services']['list']`. */
export type Outputs = inferRouterOutputs<AppRouter>;

/** What a call may carry beside its input: `useMutation({ trpc: { context: { idempotencyKey } } })`. */
interface CallContext {
  /** Instead of the session's, for the call that makes the session. */
  token?: string;
  idempotencyKey?: string;
}

const bearer = 'Bearer ';

/** A refused token ends its session, wherever it was noticed. A failed login carries no token, so it never gets here. */
async function fetchAndWatch(...[input, init]: Parameters<typeof fetch>) {
  const response = await fetch(input, init);
  if (response.status === 401) {
    const authorization = new Headers(init?.headers).get('authorization');
    if (authorization?.startsWith(bearer)) tokenRefused(authorization.slice(bearer.length));
  }
  return isJson(response) ? response : new Response('{}', { status: response.status, headers: { 'content-type': 'application/json' } });
}

/** A proxy's error page is an answer with a status too, not a broken line. */
function isJson(response: Response) {
  return response.ok || (response.headers.get('content-type') ?? '').includes('json');
}

export function createClient() {
  return trpc.createClient({
    links: [
      // One request a call: each is answered as soon as it is ready, and a refusal concerns one call alone.
      httpLink({
        url: '/trpc',
        fetch: (url, options) => fetchAndWatch(String(url), options as RequestInit),
        headers: ({ op }) => {
          const context: CallContext = op.context;
          const headers: Record<string, string> = {};
          const token = op.path === 'auth.login' ? undefined : (context.token ?? useSession.getState().token);
          if (token) headers.authorization = bearer + token;
          if (context.idempotencyKey) headers['idempotency-key'] = context.idempotencyKey;
          return headers;
        },
      }),
    ],
  });
}
