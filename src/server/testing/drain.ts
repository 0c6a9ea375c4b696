import type { Deps } from '#server/deps.ts';
import { handleEvent } from '#server/jobs/handle-event.ts';
import { sendDelivery } from '#server/jobs/send-delivery.ts';
import { relayOnce } from '#server/outbox/relay.ts';

/**
 * Carries out all due events and deliveries in this process, as the worker's jobs do. Failed ones are left for their
 * next attempt.
 */
export async function drain(deps: Deps): Promise<void> {
  const queue = {
    add: async (jobs: Parameters<Parameters<typeof relayOnce>[1]['add']>[0]) => {
      for (const { name, id } of jobs) await (name === 'event' ? handleEvent(deps, id) : sendDelivery(deps, id));
    },
  };
  while ((await relayOnce(deps.db, queue)) > 0);
}
