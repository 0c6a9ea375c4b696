import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Deps } from '#server/deps.ts';
import { sendDelivery } from './send-delivery.ts';

/** Most emails of a process that wait for the mail server's answer; each has a connection. */
const atOnce = 200;

/**
 * Where emails wait for the mail server's answer, for minutes if need be, without a job that waits, too: a slow email
 * holds up neither notifications nor the emails to others.
 */
export function createEmailLimiter(deps: Deps): {
  send(id: string): Promise<void>;
  close(within: number): Promise<void>;
} {
  const emails = new PQueue({ concurrency: atOnce });
  const known = new Set<string>();
  const abandoned = new AbortController();
  return {
    /** Resolves once the mail server has the email, or the attempt is over; waits for a free connection before. */
    async send(id) {
      // This process still sends it, although its lease ended while the database was away.
      if (known.has(id)) return;
      known.add(id);
      await new Promise<void>((resolve, reject) => {
        const send = () => sendDelivery(deps, id, { onData: resolve, abandoned: abandoned.signal });
        emails
          .add(send)
          .finally(() => known.delete(id))
          .then(resolve, reject);
      });
    },
    /**
     * Waits for the answers, at most so many milliseconds. What is unanswered then is left to another process, like
     * after a crash.
     */
    async close(within) {
      await Promise.race([emails.onIdle(), delay(within, undefined, { signal: abandoned.signal }).catch(() => {})]);
      abandoned.abort();
    },
  };
}
