import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { replaced, type Statement } from './recording.ts';

/**
 * A minimal hand-written server for two calls: Fastify, one pool, and as prepared statements the SQL that our server sends. It validates
 * neither input nor output, and knows no error except the lost slot. Its parent process sends it the script.
 */
export type Script = {
  databaseUrl: string;
  /** The recorded statements of one booking and of one reading of the free times, with their values. */
  booking: Statement[];
  slots: Statement[];
  recorded: {
    session: string;
    professional: string;
    service: string;
    client: string;
    user: string;
    start: string;
    end: string;
    window: string;
    id: string;
    requestId: string;
  };
};

process.once('message', async (script: Script) => {
  const pool = new pg.Pool({ connectionString: script.databaseUrl, max: 10, options: '-c timezone=UTC -c jit=off' });
  const names = new Map<string, string>();
  const nameOf = (text: string) => names.get(text) ?? names.set(text, `m${names.size}`).get(text);
  const run = (client: pg.Pool | pg.PoolClient, { text, values }: Statement, now: ReadonlyMap<string, string>) =>
    client.query({ name: nameOf(text), text, values: values.map((value) => replaced(value, now)) });
  const app = Fastify();
  const { recorded } = script;
  const isSession = ({ text }: Statement) => text.includes('from "sessions"');
  const session = script.booking.find(isSession);
  const inTransaction = script.booking.filter((one) => !isSession(one) && !/^(begin|commit)$/.test(one.text));

  app.post('/bookings/', async (request, reply) => {
    const { professional_id, service_ids, start_time } = request.body as {
      professional_id: string;
      service_ids: string[];
      start_time: string;
    };
    const token = (request.headers.authorization ?? '').slice('Bearer '.length);
    const now = new Map([[recorded.session, createHash('sha256').update(token).digest('hex')]]);
    const { rows } = session ? await run(pool, session, now) : { rows: [] };
    const [caller] = rows;
    if (!caller) return reply.status(401).send({ detail: 'Not authenticated' });
    const length = Date.parse(recorded.end) - Date.parse(recorded.start);
    now.set(recorded.professional, professional_id);
    now.set(recorded.service, service_ids[0] ?? '');
    now.set(recorded.client, caller.client_id);
    now.set(recorded.user, caller.user_id);
    now.set(recorded.start, start_time);
    now.set(recorded.end, new Date(Date.parse(start_time) + length).toISOString());
    now.set(recorded.requestId, request.id);
    const client = await pool.connect();
    try {
      await client.query('begin');
      let made: Record<string, unknown>[] = [];
      for (const statement of inTransaction) {
        ({ rows: made } = await run(client, statement, now));
        const [facts] = made as { id?: string; windows?: { id: string }[] }[];
        if (facts?.windows) {
          now.set(recorded.id, facts.id ?? '');
          now.set(recorded.window, facts.windows[0]?.id ?? '');
        }
      }
      await client.query('commit');
      if (made.length === 0) return reply.status(409).send({ detail: 'That time is no longer available.' });
      return reply
        .status(201)
        .send({ id: now.get(recorded.id), status: 'pending', start_time, end_time: now.get(recorded.end), professional_id, service_ids });
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });

  app.get('/availability/professional/:id', async (request) => {
    const now = new Map([[recorded.professional, (request.params as { id: string }).id]]);
    const answers = await Promise.all(script.slots.map((statement) => run(pool, statement, now)));
    return answers.map(({ rows }) => rows);
  });

  process.send?.({ address: await app.listen({ host: '127.0.0.1', port: 0 }) });
});
