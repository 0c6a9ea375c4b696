import { Worker } from 'node:worker_threads';
import { unavailable } from '#server/errors.ts';
import { withTimeout } from '#server/process/with-timeout.ts';
import { type ShareContent, versionOf } from './share-content.ts';
import type { ShareAnswer, ShareJob } from './share-thread.ts';
import type { ImageStore } from './store.ts';

/** Pictures that chats show of a page. Throws 503 where one takes too long. */
export type SharePictures = {
  /** From the image store, or drawn and stored there; while the store is away, drawn with the ornament. */
  get(content: ShareContent): Promise<Buffer>;
  close(): Promise<void>;
};

/** A request may take 15 seconds (reliability O4), milliseconds. */
const longest = 10_000;
const retryAfter = 5;
const file = '1200.png';

export function createSharePictures(images: ImageStore): SharePictures {
  let thread: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, { resolve(bytes: Buffer): void; reject(error: Error): void }>();
  /** By their version: none is made twice at once. */
  const making = new Map<string, Promise<Buffer>>();

  function fail(error: Error): void {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  /** Started with the first picture, as many processes draw none. */
  function start(): Worker {
    const worker = new Worker(new URL('./share-thread.ts', import.meta.url), {
      name: 'share pictures',
      execArgv: ['--no-warnings'],
    });
    worker.unref();
    worker.on('message', (answer: ShareAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('bytes' in answer) asked?.resolve(Buffer.from(answer.bytes));
      else asked?.reject(new Error(answer.error));
    });
    worker.on('error', (error) => worker === thread && fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => worker === thread && fail(new Error('the thread of share pictures ended')));
    return worker;
  }

  async function draw(job: Omit<ShareJob, 'id'>): Promise<Buffer> {
    thread ??= start();
    const id = ++last;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    waiting.set(id, { resolve, reject });
    thread.postMessage({ ...job, id });
    try {
      return await withTimeout(longest, promise, 'it took too long');
    } catch (error) {
      return unavailable(retryAfter, error);
    } finally {
      waiting.delete(id);
    }
  }

  async function make(version: string, content: ShareContent): Promise<Buffer> {
    let away = false;
    const stored = await images.get(version, file, 'share').catch(() => {
      away = true;
      return undefined;
    });
    if (stored) return stored;
    const { picture } = content;
    const bytes =
      picture && !away ? await images.get(picture.key, `${picture.width}.webp`).catch(() => undefined) : undefined;
    const drawn = await draw({ content, picture: bytes });
    // One without the picture that it is of is not kept.
    if (!away && (picture === null || bytes))
      await images.put(version, [{ name: file, type: 'image/png', bytes: drawn }], 'share').catch(() => undefined);
    return drawn;
  }

  return {
    async get(content) {
      const version = versionOf(content);
      const made = making.get(version) ?? make(version, content);
      making.set(version, made);
      try {
        return await made;
      } finally {
        making.delete(version);
      }
    },
    async close() {
      const ended = thread;
      fail(new Error('the process ends'));
      await ended?.terminate();
    },
  };
}
