import type { Deps } from '#server/deps.ts';
import { handlers } from '#server/jobs/worker.ts';
import { relayOnce } from '#server/outbox/relay.ts';

/** Carries out all due events and deliveries in this process, with the worker's handlers. Failed ones are left for their next attempt. */
export async function drain(deps: Deps): Promise<void> {
  const queue = {
    add: async (jobs: Parameters<Parameters<typeof relayOnce>[1]['add']>[0]) => {
      for (const { name, id } of jobs) await handlers[name](deps, id);
    },
  };
  while ((await relayOnce(deps.db, queue)) > 0);
}
