import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import pg from 'pg';

/** What pg hands to a query beside its own parameters, which its types leave out. */
type Connection = {
  stream: Socket;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** Bytes that are collected before they are written: each row is a message of its own. */
const block = 64 * 1024;

/** `copy ... to stdout`: rows go to `sink` as they come, and no faster than it takes them. */
class CopyOut extends pg.Query {
  readonly #sink: Writable;
  readonly #onRows: (rows: number) => void;
  #rows: Buffer[] = [];
  #size = 0;

  constructor(text: string, sink: Writable, onRows: (rows: number) => void) {
    super(text);
    this.#sink = sink;
    this.#onRows = onRows;
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    // A copy, because pg uses its buffer again.
    this.#rows.push(Buffer.from(chunk));
    this.#size += chunk.length;
    if (this.#size < block || this.flush()) return;
    stream.pause();
    this.#sink.once('drain', () => stream.resume());
  }

  flush(): boolean {
    const bytes = Buffer.concat(this.#rows);
    this.#onRows(this.#rows.length);
    this.#rows = [];
    this.#size = 0;
    return this.#sink.write(bytes);
  }
}

/** `copy ... from stdin`: sends all that `source` yields. */
class CopyIn extends pg.Query {
  readonly #source: AsyncIterable<Buffer>;

  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text);
    this.#source = source;
  }

  handleCopyInResponse(connection: Connection): void {
    this.#send(connection).catch((error: unknown) => connection.sendCopyFail(String(error)));
  }

  async #send(connection: Connection): Promise<void> {
    for await (const chunk of this.#source) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
    connection.endCopyFrom();
  }
}

/** Writes the rows of a table in PostgreSQL's text format, and tells how many each time; returns their number. */
export async function copyOut(
  client: pg.ClientBase,
  table: string,
  sink: Writable,
  onRows: (rows: number) => void,
): Promise<number> {
  const query = new CopyOut(`copy ${table} to stdout`, sink, onRows);
  client.query(query);
  const rows = await rowsOf(query);
  query.flush();
  return rows;
}

/** Inserts rows in PostgreSQL's text format; returns their number. */
export async function copyIn(client: pg.ClientBase, table: string, source: AsyncIterable<Buffer>): Promise<number> {
  const query = new CopyIn(`copy ${table} from stdin`, source);
  client.query(query);
  return rowsOf(query);
}

async function rowsOf(query: pg.Query): Promise<number> {
  const [result] = (await once(query, 'end')) as [pg.QueryResult];
  return result.rowCount ?? 0;
}
