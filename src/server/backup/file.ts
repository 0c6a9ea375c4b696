import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

/**
 * A backup is one gzip file of text: a line that describes it, a line for each file of a picture, the rows of each
 * table as `copy` writes them, and a last line. Files, and the rows of a table, end with a line `\.`.
 */
const header = z.object({
  saluni: z.literal('backup 1'),
  made_at: z.string(),
  /** Whose pictures the bucket held: the cluster and database that were backed up. */
  database: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** Null where no image store was configured. */
  pictures: z.number().nullable(),
});

export type Header = z.infer<typeof header>;
/** `path` is `KEY/NAME`, of messages' pictures `private/KEY/NAME`. */
export type PictureFile = { path: string; size: number };

export const sectionEnd = '\\.\n';
export const lastLine = 'end\n';

/**
 * A file is written under a name of its own, which nobody can have made before, and gets its name once it is whole: in
 * a folder that others can write to it neither follows a link nor becomes a file that somebody holds open.
 */
export const unfinishedOf = (path: string) => `${path}.${randomUUID()}.unfinished`;
export const newFile = { flags: 'wx', mode: 0o600 } as const;

/** A file that is no backup, or not a whole one. */
export class BackupError extends Error {}

/** Reads a backup from its beginning: header, pictures, one section a table, end, in this order. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Unread bytes. They begin with the line break before what comes next. */
  #bytes = Buffer.from('\n');

  constructor(path: string) {
    const file = createReadStream(path);
    const text = createGunzip({ chunkSize: 256 * 1024 });
    file.on('error', (error) => text.destroy(error));
    this.#chunks = file.pipe(text)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async header(): Promise<Header> {
    const line = await this.#line();
    try {
      return header.parse(JSON.parse(line));
    } catch {
      throw new BackupError('the file is no backup of this program');
    }
  }

  /** The bytes up to the next line `\.`, which is skipped. */
  async *section(): AsyncGenerator<Buffer> {
    const end = `\n${sectionEnd}`;
    let from = 1;
    for (;;) {
      const at = this.#bytes.indexOf(end);
      if (at >= 0) {
        if (at + 1 > from) yield this.#bytes.subarray(from, at + 1);
        this.#bytes = this.#bytes.subarray(at + end.length - 1);
        return;
      }
      // What may be the beginning of the end stays.
      const safe = this.#bytes.length - end.length;
      if (safe > from) {
        yield this.#bytes.subarray(from, safe);
        this.#bytes = this.#bytes.subarray(safe);
        from = 0;
      }
      await this.#more();
    }
  }

  async pictures(): Promise<PictureFile[]> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.section()) chunks.push(chunk);
    const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1);
    return lines.map((line) => {
      const [path = '', size = ''] = line.split('\t');
      return { path, size: Number(size) };
    });
  }

  async end(): Promise<void> {
    if ((await this.#line()) !== lastLine.trimEnd()) throw new BackupError('the backup is damaged at its end');
  }

  async #line(): Promise<string> {
    for (;;) {
      const at = this.#bytes.indexOf('\n', 1);
      if (at >= 0) {
        const line = this.#bytes.subarray(1, at).toString();
        this.#bytes = this.#bytes.subarray(at);
        return line;
      }
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next().catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new BackupError('the file does not exist');
      throw new BackupError(`the backup cannot be read: ${error.message}`);
    });
    if (done) throw new BackupError('the backup ends early');
    this.#bytes = Buffer.concat([this.#bytes, value]);
  }
}
