import { useNavigate } from 'react-router';
import { statusOf } from '#client/lib/errors.ts';
import { endSession, useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { pagePath } from '#shared/pages.ts';

/** Pause before the server is told again, unless a connection comes sooner, milliseconds. */
const pause = 15_000;

/**
 * Ends the local session at once, then at the server, as soon as there is a connection: until then this page alone
 * remembers the token, and says so.
 */
export function useLogout() {
  const navigate = useNavigate();
  const { client } = trpc.useUtils();

  async function endAtServer(token: string | undefined) {
    for (;;) {
      const status = await client.auth.logout
        .mutate(undefined, { context: { token, outlivesPage: true } })
        .then(() => 204, statusOf);
      const isEnding = status === undefined || status >= 500;
      useSession.setState({ isEnding });
      if (!isEnding) return;
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
        addEventListener('online', resolve, { once: true });
      });
    }
  }
  return () => {
    const token = useSession.getState().token ?? undefined;
    endSession();
    void endAtServer(token);
    void navigate(pagePath('login'));
  };
}
