import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Upper bound on waiting, milliseconds: a dead server never closes its connections. */
const closedWithin = 2_000;

export type PoolConfig = pg.PoolConfig & {
  /** Milliseconds until a statement without an answer has failed, whatever the server's own limits; by default never. */
  answerWithin?: number | undefined;
};

/**
 * A pool whose `end` waits until its connections are closed. The driver's `end` returns earlier; a database that is
 * stopped right after it would cut the connections off, each with a warning.
 */
export class Pool extends pg.Pool {
  readonly answerWithin: number | undefined;
  #open = new Set<unknown>();
  #allClosed = Promise.withResolvers<void>();

  constructor({ answerWithin, ...config }: PoolConfig) {
    super(config);
    this.answerWithin = answerWithin;
    this.on('connect', (client) => this.#open.add(client));
    this.on('remove', (client) => {
      this.#open.delete(client);
      this.#settle();
    });
  }

  override async end(): Promise<void> {
    await super.end();
    this.#settle();
    await Promise.race([this.#allClosed.promise, delay(closedWithin, undefined, { ref: false })]);
  }

  #settle(): void {
    if (this.ended && this.#open.size === 0) this.#allClosed.resolve();
  }
}
