import { setTimeout as delay } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Deps } from '#server/deps.ts';
import { inBackground } from '#server/process/background.ts';
import { sendDelivery } from './send-delivery.ts';

/** Pushes of a process to one host at a time, and those that wait for it: the relay hands over the rest later. */
const bounds = { atOnce: 10, waiting: 1_000 };

/** Where pushes wait for their services, each host in a line of its own, so that a slow one holds up nothing else. */
export function createPushLimiter(deps: Deps): {
  /** Returns at once. */
  add(id: string, endpoint: string | null): void;
  close(within: number): Promise<void>;
} {
  const lines = new Map<string, PQueue>();
  const known = new Set<string>();
  const abandoned = new AbortController();
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
      void inBackground(deps.log, 'failed to send a push: it is tried again', () =>
        line
          .add(() => sendDelivery(deps, id, { abandoned: abandoned.signal }))
          .finally(() => {
            known.delete(id);
            if (line.size === 0 && line.pending === 0) lines.delete(host);
          }),
      );
    },
    /** Waits for the answers, at most so many milliseconds; what waits for its turn is left to another process. */
    async close(within) {
      for (const line of lines.values()) line.clear();
      const idle = Promise.all([...lines.values()].map((line) => line.onIdle()));
      await Promise.race([idle, delay(within, undefined, { signal: abandoned.signal }).catch(() => {})]);
      abandoned.abort();
    },
  };
}
