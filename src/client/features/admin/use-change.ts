import { useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';

/** Runs a change, says why it failed, and reads everything of the dashboard again. */
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
    setBusy(false);
    await Promise.all([utils.admin.invalidate(), utils.users.invalidate(), utils.waitlist.invalidate()]);
  }
  return { busy, run, client: utils.client };
}
