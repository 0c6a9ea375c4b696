import { httpLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/router.ts';
import { callEnded } from './lost-calls.ts';
import { tokenRefused, useSession } from './session.ts';

export const trpc = createTRPCReact<AppRouter>();

/** Types of the calls' results: `Outputs['services']['list']`. */
export type Outputs = inferRouterOutputs<AppRouter>;

/** Options of a call beside its input: `useMutation({ trpc: { context: { idempotencyKey } } })`. */
interface CallContext {
  /** Replaces the session's token, before a session exists and after it ended. */
  token?: string;
  idempotencyKey?: string;
}

const bearer = 'Bearer ';

/** Calls of somebody who logs in: a 401 of theirs is about what was typed, and ends no session. */
const loggingIn = new Set(['auth.login', 'codes.ask', 'codes.verify']);

/** A call that is sent while the page is being left outlives it. */
const leaving = { now: false };
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    leaving.now = true;
  });
  window.addEventListener('pageshow', () => {
    leaving.now = false;
  });
}

/** Ends the session when any call's token is refused. A failed login sends no token, so it ends nothing. */
async function fetchAndWatch(...[input, init]: Parameters<typeof fetch>) {
  const keepalive = leaving.now || document.visibilityState === 'hidden';
  const isChange = init?.method === 'POST';
  const response = await fetch(input, { ...init, keepalive }).catch((error: unknown) => {
    if (init?.signal?.aborted !== true) callEnded(true);
    throw error;
  });
  if (isChange) callEnded(false);
  if (response.status === 401) {
    const authorization = new Headers(init?.headers).get('authorization');
    if (authorization?.startsWith(bearer)) tokenRefused(authorization.slice(bearer.length));
  }
  // Composed, because a letter apart from its mark would come from two font files.
  const body = isJson(response) ? (await response.text()).normalize() : '{}';
  return new Response(body, response);
}

/** False for a proxy's error page: its status counts, its HTML does not. */
function isJson(response: Response) {
  return response.ok || (response.headers.get('content-type') ?? '').includes('json');
}

export function createClient() {
  return trpc.createClient({
    links: [
      // No batching: a slow call delays no other, and a 401 belongs to one call.
      httpLink({
        url: '/trpc',
        fetch: (url, options) => fetchAndWatch(String(url), options as RequestInit),
        headers: ({ op }) => {
          const context: CallContext = op.context;
          const headers: Record<string, string> = {};
          const token = loggingIn.has(op.path) ? undefined : (context.token ?? useSession.getState().token);
          if (token) headers.authorization = bearer + token;
          if (context.idempotencyKey) headers['idempotency-key'] = context.idempotencyKey;
          return headers;
        },
      }),
    ],
  });
}
