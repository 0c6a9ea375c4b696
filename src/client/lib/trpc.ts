import { httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/router.ts';
import { callLost, formSent } from './lost-calls.ts';
import { isOnline } from './online.ts';
import { tokenRefused, useSession } from './session.ts';

export const trpc = createTRPCReact<AppRouter>();

/** Types of the calls' results: `Outputs['services']['list']`. */
export type Outputs = inferRouterOutputs<AppRouter>;

/** Options of a call beside its input: `useMutation({ trpc: { context: { idempotencyKey } } })`. */
interface CallContext {
  /** Replaces the session's token, before a session exists and after it ended. */
  token?: string;
  idempotencyKey?: string;
  /** The call is sent while the page may be left, and outlives it; browsers allow that up to 64 KiB. */
  outlivesPage?: boolean;
}

const bearer = 'Bearer ';

/** Calls of somebody who logs in: a 401 of theirs is about what was typed, and ends no session. */
const loggingIn = new Set(['auth.login', 'codes.ask', 'codes.verify']);

/** Ends the session when any call's token is refused. A failed login sends no token, so it ends nothing. */
async function fetchAndWatch(...[input, init]: Parameters<typeof fetch>) {
  const isChange = init?.method === 'POST';
  const response = await fetch(input, init).catch((error: unknown) => {
    if (init?.signal?.aborted !== true && !isOnline()) callLost();
    throw error;
  });
  if (isChange) formSent(undefined);
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

/** No batching: a slow call delays no other, and a 401 belongs to one call. */
function link(keepalive: boolean): TRPCLink<AppRouter> {
  return httpLink({
    url: '/trpc',
    fetch: (url, options) => fetchAndWatch(String(url), { ...(options as RequestInit), keepalive }),
    headers: ({ op }) => {
      const context: CallContext = op.context;
      const headers: Record<string, string> = {};
      const token = loggingIn.has(op.path) ? undefined : (context.token ?? useSession.getState().token);
      if (token) headers.authorization = bearer + token;
      if (context.idempotencyKey) headers['idempotency-key'] = context.idempotencyKey;
      return headers;
    },
  });
}

export function createClient() {
  return trpc.createClient({
    links: [
      splitLink({
        condition: ({ context }) => (context as CallContext).outlivesPage === true,
        true: link(true),
        false: link(false),
      }),
    ],
  });
}
