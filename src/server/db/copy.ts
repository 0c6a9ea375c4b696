import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** Writes a table's rows in PostgreSQL's text format, no faster than `sink` takes them; tells how many each time. */
export async function copyOut(
  client: pg.ClientBase,
  table: string,
  sink: Writable,
  onRows: (rows: number) => void,
): Promise<void> {
  for await (const chunk of client.query(to(`copy ${table} to stdout`)) as AsyncIterable<Buffer>) {
    onRows(linesOf(chunk));
    if (!sink.write(chunk)) await once(sink, 'drain');
  }
}

/** Inserts rows in PostgreSQL's text format; returns their number. */
export async function copyIn(client: pg.ClientBase, table: string, source: AsyncIterable<Buffer>): Promise<number> {
  const query = client.query(from(`copy ${table} from stdin`));
  await pipeline(source, query);
  return query.rowCount;
}

/** The line breaks in a part of the format, in which each ends a row. */
export function linesOf(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
