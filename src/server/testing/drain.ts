import type { Deps } from '#server/deps.ts';
import { handlers } from '#server/jobs/worker.ts';
import { relayOnce } from '#server/outbox/relay.ts';

/** Runs outbox and jobs to empty in this process, by the handlers that a worker calls. What fails is left for its next attempt. */
export async function drain(deps: Deps): Promise<void> {
  const queue = {
    add: async (jobs: Parameters<Parameters<typeof relayOnce>[1]['add']>[0]) => {
      for (const { name, id } of jobs) await handlers[name](deps, id);
    },
  };
  while ((await relayOnce(deps.db, queue)) > 0);
}
