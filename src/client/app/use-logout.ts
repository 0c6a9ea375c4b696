import { useNavigate } from 'react-router';
import { endSession, sendUnsent, useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { pagePath } from '#shared/pages.ts';

/**
 * Ends the local session at once, then tells the server, which until then takes what was held back: logging out works
 * offline too.
 */
export function useLogout() {
  const navigate = useNavigate();
  const { client } = trpc.useUtils();
  return () => {
    const token = useSession.getState().token ?? undefined;
    const sent = sendUnsent();
    endSession();
    sent.then(() => client.auth.logout.mutate(undefined, { context: { token } })).catch(() => undefined);
    void navigate(pagePath('login'));
  };
}
