import { useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';

type Refused = (error: unknown, text: string) => void;

/**
 * Runs a change, reads everything of the dashboard again, and says why it failed, in place by `refused`; busy until
 * that is shown. Resolves with whether it was made.
 */
export function useChange() {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  useFocusBack(busy);
  async function run(work: () => Promise<unknown>, done: string, refused: Refused = notify.failure) {
    let say: (() => void) | undefined;
    setBusy(true);
    try {
      await work();
      notify.success(done);
    } catch (error) {
      say = () => refused(error, errorText(error, "That didn't work.", 'An unexpected error occurred.'));
    }
    await Promise.all([utils.admin.invalidate(), utils.users.invalidate(), utils.waitlist.invalidate()]);
    setBusy(false);
    say?.();
    return say === undefined;
  }
  return { busy, run, client: utils.client };
}
