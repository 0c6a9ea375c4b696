import { useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';

/** Runs a change, says why it failed, and reads everything of the dashboard again; busy until that is shown. */
export function useChange() {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  async function run(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    try {
      await work();
      notify.success(done);
    } catch (error) {
      notify.failure(error, errorText(error, 'That did not work.', 'An unexpected error occurred.'));
    }
    await Promise.all([utils.admin.invalidate(), utils.users.invalidate(), utils.waitlist.invalidate()]);
    setBusy(false);
  }
  return { busy, run, client: utils.client };
}
