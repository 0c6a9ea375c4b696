import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Deps } from '#server/deps.ts';
import { postpone, sendingLease } from '#server/outbox/queries.ts';
import { inBackground } from '#server/process/background.ts';
import { repeat } from '#server/process/repeat.ts';
import { sendDelivery } from './send-delivery.ts';

/** Pushes of a process to one host at a time, and those that wait for it: the relay hands over the rest later. */
const bounds = { atOnce: 10, waiting: 1_000 };
/** How often what waits is kept from other processes, which have it soon after this one's death, milliseconds. */
const renewEvery = 3_000;

/** Where pushes wait for their services, each host in a line of its own, so that a slow one holds up nothing else. */
export function createPushLimiter(deps: Deps): {
  /** Returns at once. */
  add(id: string, endpoint: string | null): void;
  close(within: number): Promise<void>;
} {
  const lines = new Map<string, PQueue>();
  const known = new Set<string>();
  const abandoned = new AbortController();
  /** When the lease of what waits began, by `performance.now()`. */
  const waiting = new Map<string, number>();
  const leases = repeat(
    renewEvery,
    () => {
      const now = performance.now();
      const due = [...waiting].flatMap(([id, since]) => (now - since < renewEvery ? [] : id));
      for (const id of due) waiting.set(id, now);
      return postpone(deps.db, 'deliveries', due, sendingLease);
    },
    (error) => deps.log.warn({ err: error }, 'failed to keep pushes that wait: another process may send them'),
  );
  function lineOf(host: string): PQueue {
    const line = lines.get(host) ?? new PQueue({ concurrency: bounds.atOnce });
    lines.set(host, line);
    return line;
  }
  return {
    add(id, endpoint) {
      const host = endpoint === null ? '' : new URL(endpoint).host;
      const line = lineOf(host);
      if (known.has(id) || line.size >= bounds.waiting || abandoned.signal.aborted) return;
      known.add(id);
      if (line.pending >= bounds.atOnce) {
        waiting.set(id, Number.NEGATIVE_INFINITY);
        leases.now();
      }
      void inBackground(deps.log, 'failed to send a push: it is tried again', () =>
        line
          .add(() => {
            waiting.delete(id);
            return sendDelivery(deps, id, { abandoned: abandoned.signal });
          })
          .finally(() => {
            known.delete(id);
            if (line.size === 0 && line.pending === 0) lines.delete(host);
          }),
      );
    },
    /** Waits for the answers, at most so many milliseconds; what waits for its turn is left to another process. */
    async close(within) {
      for (const line of lines.values()) line.clear();
      await leases.close();
      const idle = Promise.all([...lines.values()].map((line) => line.onIdle()));
      await Promise.race([idle, delay(within, undefined, { signal: abandoned.signal }).catch(() => {})]);
      abandoned.abort();
    },
  };
}
