import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE } from '#shared/constants.ts';
import type { Ending, History, Step, Value } from './history.ts';
import { type Market, notesOf, type Shop } from './market.ts';

/** Milliseconds between two bookings: 20 a second, with what follows them beside that; two people sign up a second. */
const pace = { booking: 50, signUp: 500, upload: 2_000 };
/** So long a caller waits for an answer, milliseconds, and so often it asks when it does not know. */
const patience = 30_000;
const tries = 3;

type Side = 'client' | 'professional';
/** What becomes of bookings, and who does it. */
const courses: [Step, Side][][] = [
  [],
  [['cancel', 'client']],
  [['cancel', 'professional']],
  [['confirm', 'professional']],
  [
    ['confirm', 'professional'],
    ['cancel', 'client'],
  ],
  [
    ['confirm', 'professional'],
    ['cancel', 'professional'],
  ],
  [
    ['ask', 'client'],
    ['confirm', 'professional'],
  ],
  ...(['accept', 'decline'] as const).map((answer): [Step, Side][] => [
    ['confirm', 'professional'],
    ['ask', 'client'],
    [answer, 'professional'],
  ]),
  [
    ['confirm', 'professional'],
    ['ask', 'client'],
    ['withdraw', 'client'],
  ],
  [
    ['confirm', 'professional'],
    ['ask', 'client'],
    ['cancel', 'client'],
  ],
  [
    ['confirm', 'professional'],
    ['ask', 'client'],
  ],
];
const statuses: Partial<Record<Step, string>> = {
  confirm: 'confirmed',
  cancel: 'cancelled',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
};

type Request = { path: string; method?: string; token?: string; body?: object; key?: string };
type Answer = { id: string; status: string; start_time: string };

/** `stop` lets everybody end what they do. */
export type Load = { stop(): Promise<void> };

/** Every start goes on where the load before it ended. */
export function createLoad(url: string, history: History, market: Market): { start(): Load } {
  let processes = 0;

  /** A quarter of an hour that nobody was given yet; every tenth time the same as the one before. */
  function nextStart(shop: Shop): number {
    if (shop.given % 10 !== 9) shop.quarter++;
    shop.given++;
    return market.from + shop.quarter * 15 * MINUTE;
  }

  async function ask(
    process: number,
    f: Step,
    value: Value,
    request: Request,
    read: (answer: Answer) => Value = ({ id }) => ({ id }),
  ): Promise<Ending> {
    for (let tried = 1; ; tried++) {
      const ending = await history.record(process, f, value, () => call(url, request, read));
      if (ending.type !== 'info' || tried === tries) return ending;
      // Somebody who does not know asks again. The key, or the status that is asked for, makes it the same.
      await delay(500 * tried);
    }
  }

  async function book(process: number): Promise<void> {
    const [shop, client] = [of(market.shops, process), of(market.clients, process)];
    const start = nextStart(shop);
    const asked = { start, professional: shop.professionalId, client: client.email, email: shop.email };
    const body = {
      professional_id: shop.professionalId,
      service_ids: [shop.service],
      start_time: new Date(start).toISOString(),
      notes: notesOf(process),
    };
    const key = `chaos-${process}`;
    const booked = await ask(process, 'book', asked, { path: '/bookings/', token: client.token, body, key });
    if (booked.type !== 'ok') return;
    const path = `/bookings/${booked.value?.id}`;
    let requested = '';
    for (const [f, by] of of(courses, process)) {
      const token = by === 'client' ? client.token : shop.token;
      if (f === 'ask') {
        const wanted = nextStart(shop);
        const wish = { start_time: new Date(wanted).toISOString() };
        const request = { path: `${path}/reschedules`, token, body: wish, key };
        const asking = await ask(process, f, { by, start: wanted }, request, ({ id, status }) => ({ id, status }));
        if (asking.type !== 'ok') break;
        requested = `/reschedules/${asking.value?.id}`;
      } else {
        const to = f === 'confirm' || f === 'cancel' ? path : path + requested;
        const request = { path: to, method: 'PATCH', token, body: { status: statuses[f] } };
        if ((await ask(process, f, { by }, request)).type !== 'ok') break;
      }
    }
    await ask(process, 'read', {}, { path, method: 'GET', token: client.token }, ({ status, start_time }) => ({
      status,
      start: Date.parse(start_time),
    }));
  }

  async function signUp(process: number): Promise<void> {
    const email = `person-${process}@waiting.example`;
    const body = { name: 'Mere Te Ao', email, role: 'Client' };
    await ask(process, 'sign up', { email }, { path: '/waitlist/signup', body }, () => ({ email }));
  }

  async function upload(process: number): Promise<void> {
    const body = new FormData();
    body.append('image_type', 'other');
    body.append('file', new Blob([market.picture]), 'picture.png');
    await ask(process, 'upload', {}, { path: '/image/upload', token: market.admin.token, body });
  }

  return {
    start() {
      const running = new Set<Promise<void>>();
      const failures: unknown[] = [];
      function repeatedly(work: (process: number) => Promise<void>, every: number) {
        return setInterval(() => {
          const one = work(processes++)
            .catch((error: unknown) => void failures.push(error))
            .finally(() => running.delete(one));
          running.add(one);
        }, every);
      }
      const timers = [repeatedly(book, pace.booking), repeatedly(signUp, pace.signUp), repeatedly(upload, pace.upload)];
      return {
        async stop() {
          for (const timer of timers) clearInterval(timer);
          await Promise.all(running);
          if (failures.length > 0) throw failures[0];
        },
      };
    },
  };
}

function of<T>(list: readonly T[], process: number): T {
  const one = list[process % list.length];
  if (one === undefined) throw new Error('the market is empty');
  return one;
}

async function call(
  url: string,
  { path, method = 'POST', token, body, key }: Request,
  read: (answer: Answer) => Value,
): Promise<Ending> {
  const isForm = body instanceof FormData;
  try {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    const { status } = answer;
    // What was acknowledged and is not found is an answer about it.
    if (status === 404 && method === 'GET') return { type: 'ok', status, value: { status: 'absent' } };
    if (status >= 500) return { type: 'info', status };
    if (status >= 400) return { type: 'fail', status, error: text.slice(0, 200) };
    return { type: 'ok', status, value: read(JSON.parse(text)) };
  } catch (error) {
    return { type: 'info', error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}
