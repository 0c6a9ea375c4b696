import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** A server that is gone closes nothing. Milliseconds. */
const closedWithin = 2_000;

/**
 * A pool whose `end` waits until its connections are closed, where the driver's own returns as soon as it has asked for that: a database
 * that is stopped next would cut them off, each with a warning.
 */
export class Pool extends pg.Pool {
  #open = new Set<unknown>();
  #allClosed = Promise.withResolvers<void>();

  constructor(config: pg.PoolConfig) {
    super(config);
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
