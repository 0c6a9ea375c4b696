import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import { disableUser } from '#server/features/users/disable-user.ts';
import { createDeps } from '#server/main.ts';
import { flood } from './flood.ts';
import { closedServices, fullDisk } from './own-services.ts';
import { booking, type Outcome, password, type Stage, tokenOf } from './stage.ts';

/**
 * `others`: whether other people are measured meanwhile; not where nobody can be answered, such as with a frozen
 * database.
 */
type Attack = { name: string; promise: string; others: boolean; run(stage: Stage): Promise<Outcome> };

const count = (statuses: number[]) => {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${times} x ${status}`)
    .join(', ');
};
const repeat = <T>(times: number, work: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, turn) => work(turn)));
const only = (statuses: number[], ...allowed: number[]) => statuses.every((status) => allowed.includes(status));
const noise = () => Math.random().toString(36).slice(2);

async function searchFlood(stage: Stage): Promise<Outcome> {
  const words = Array.from({ length: 50 }, (_, n) => (n % 2 ? 'e' : 'an'))
    .join('+')
    .slice(0, 100);
  const { token } = stage.client();
  let asking = true;
  const own: { status: number; ms: number }[] = [];
  const other = (async () => {
    for (let turn = 0; asking; turn++) {
      own.push(
        await stage
          .ask('/users/me/', { token, from: '203.0.113.9', api: turn % 2 })
          .catch(() => ({ status: 0, ms: 30_000 })),
      );
      await delay(200);
    }
  })();
  const begun = performance.now();
  const statuses: number[] = [];
  await repeat(70, async (turn) => {
    await delay(turn * 200);
    statuses.push((await stage.ask(`/services/?facets=true&search=${words}`, { api: turn % 2 })).status);
  });
  asking = false;
  await other;
  const slowest = Math.max(...own.map(({ ms }) => ms));
  const answered = own.filter(({ status }) => status === 200).length;
  return {
    held: answered === own.length && slowest < 500 && only(statuses, 200, 422, 429, 503),
    figure:
      `${count(statuses)} in ${((performance.now() - begun) / 1000).toFixed(0)} s; ` +
      `another's account ${answered} of ${own.length}, slowest ${slowest.toFixed(0)} ms`,
  };
}

/** Connections that send ahead of their answers, and for how long each goes on, milliseconds. */
const pipelines = { connections: 8, ahead: 16, for: 10_000 };

async function pathsWithoutCalls(stage: Stage): Promise<Outcome> {
  const port = Number(new URL(stage.apis[0]?.url ?? '').port);
  const paths = [stage.picture, '/readyz', '/openapi.json', '/docs'];
  const until = performance.now() + pipelines.for;
  const statuses = (
    await repeat(pipelines.connections, (turn) => pipelined(port, paths[turn % 4] ?? '', until))
  ).flat();
  const answered = statuses.filter((status) => status === 200).length;
  // The minute may turn once in between, which starts the count again.
  return {
    held: only(statuses, 200, 429) && answered <= 2 * 6_000,
    figure: `8 connections, 16 requests ahead each: ${count(statuses)}`,
  };
}

/** Asks for a path again and again, always some requests ahead; returns the statuses. */
function pipelined(port: number, path: string, until: number): Promise<number[]> {
  return new Promise((resolve) => {
    const statuses: number[] = [];
    const socket = connect(port, '127.0.0.1');
    const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 198.51.100.55\r\n\r\n`;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      const answers = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
      statuses.push(...answers);
      if (performance.now() > until) socket.destroy();
      else if (answers.length > 0 && socket.writable) socket.write(request.repeat(answers.length));
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(statuses));
    socket.write(request.repeat(pipelines.ahead));
  });
}

async function mailFlood(stage: Stage): Promise<Outcome> {
  const { token } = stage.client();
  const slot = stage.freeSlot();
  const statuses: number[] = [];
  let wait: string | null = null;
  for (let turn = 0; turn < 300; turn++) {
    const made = await stage.ask('/bookings/', { method: 'POST', token, body: booking(slot, 'x'.repeat(10_000)) });
    statuses.push(made.status);
    wait ??= made.status === 429 ? made.retryAfter : null;
    if (made.status === 201) {
      const { id } = JSON.parse(made.text);
      await stage.ask(`/bookings/${id}`, { method: 'PATCH', token, body: { status: 'cancelled' } });
    }
  }
  await delay(3_000);
  const mails = stage.inbox.to(slot.email);
  const longest = Math.max(0, ...mails.map(({ text }) => text.length));
  const made = statuses.filter((status) => status === 201).length;
  return {
    held: made <= 6 && mails.length <= 12 && wait !== null && longest < 3_000,
    figure: `${count(statuses)}; ${mails.length} mails to the professional, the longest ${longest} characters`,
  };
}

async function manySessions(stage: Stage): Promise<Outcome> {
  const { email } = stage.client();
  const tokens: string[] = [];
  for (let turn = 0; turn < 8; turn++) {
    const answer = await stage.ask('/login/', {
      method: 'POST',
      body: { username: email, password },
      from: '198.51.100.20',
    });
    if (answer.status === 200) tokens.push(JSON.parse(answer.text).access_token);
  }
  const statuses: number[] = [];
  for (let batch = 0; batch < 100; batch++) {
    statuses.push(
      ...(await repeat(
        32,
        async (turn) =>
          (
            await stage.ask('/users/me/', {
              token: tokens[turn % tokens.length],
              from: `198.51.100.${30 + (turn % 8)}`,
            })
          ).status,
      )),
    );
  }
  const answered = statuses.filter((status) => status === 200).length;
  // The minute may turn once in between, which starts the count again.
  return {
    held: answered <= 2 * 600 + 160 && statuses.includes(429),
    figure: `3,200 requests over 8 logins: ${count(statuses)}`,
  };
}

async function batches(stage: Stage): Promise<Outcome> {
  const { token } = stage.client();
  const path = `/trpc/${Array.from({ length: 10 }, () => 'auth.me').join(',')}?batch=1&input=%7B%7D`;
  const statuses: number[] = [];
  for (let turn = 0; turn < 150; turn++) statuses.push((await stage.ask(path, { token })).status);
  const answered = statuses.filter((status) => status !== 429).length;
  return { held: answered <= 2 * 60 + 16 && statuses.includes(429), figure: `150 batches of ten: ${count(statuses)}` };
}

async function inventedTokens(stage: Stage): Promise<Outcome> {
  const { token } = stage.client();
  const from = '198.51.100.77';
  const statuses: number[] = [];
  for (let batch = 0; batch < 60; batch++)
    statuses.push(...(await repeat(32, async () => (await stage.ask('/users/me/', { token: noise(), from })).status)));
  const valid = await stage.ask('/users/me/', { token, from });
  return {
    held: statuses.includes(429) && valid.status === 200,
    figure: `1,920 invented tokens: ${count(statuses)}; a valid session there ${valid.status}`,
  };
}

async function loginsStarved(stage: Stage): Promise<Outcome> {
  const { email } = stage.client();
  const batch = JSON.stringify(
    Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, { username: email, password }])),
  );
  const path = `/trpc/${Array.from({ length: 10 }, () => 'auth.login').join(',')}?batch=1`;
  const flood = repeat(
    20,
    async () => (await stage.ask(path, { method: 'POST', body: batch, from: '198.51.100.90' })).status,
  );
  const single = repeat(
    40,
    async () =>
      (await stage.ask('/login/', { method: 'POST', body: { username: email, password }, from: '198.51.100.90' }))
        .status,
  );
  const others = await repeat(17, async (turn) => {
    const { email: other } = stage.client();
    return (
      await stage.ask('/login/', {
        method: 'POST',
        body: { username: other, password },
        from: `203.0.113.${100 + turn}`,
      })
    ).status;
  });
  const batched = await flood;
  return {
    held: only(others, 200) && !batched.includes(200),
    figure: `17 other logins: ${count(others)}; batches ${count(batched)}; the flood's own ${count(await single)}`,
  };
}

async function guessing(stage: Stage): Promise<Outcome> {
  const { email } = stage.client();
  const home = '203.0.113.200';
  await stage.ask('/login/', { method: 'POST', body: { username: email, password }, from: home });
  const begun = performance.now();
  let checked = 0;
  while (performance.now() - begun < 8_000) {
    const answers = await repeat(20, (turn) =>
      stage
        .ask('/login/', {
          method: 'POST',
          body: { username: email, password: noise() },
          from: `100.64.${Math.floor(Math.random() * 250)}.${turn}`,
        })
        .catch(() => ({ status: 0 })),
    );
    checked += answers.filter(({ status }) => status === 401).length;
  }
  const seconds = (performance.now() - begun) / 1_000;
  const owner = await stage.ask('/login/', { method: 'POST', body: { username: email, password }, from: home });
  return {
    held: checked <= 20 + 20 + seconds * 1.5 && owner.status === 200,
    figure:
      `${checked} guesses checked in ${seconds.toFixed(0)} s from ever new addresses; ` +
      `the owner at home ${owner.status} in ${owner.ms.toFixed(0)} ms`,
  };
}

async function guessingCodes(stage: Stage): Promise<Outcome> {
  const { email } = stage.client();
  const attempt = JSON.parse(
    (await stage.ask('/login/code', { method: 'POST', body: { email }, from: '203.0.113.201' })).text,
  ).attempt as string;
  const mailed = () => stage.inbox.to(email).flatMap(({ subject }) => /^\d{6}(?= )/.exec(subject)?.[0] ?? [])[0];
  for (let turn = 0; turn < 100 && mailed() === undefined; turn++) await delay(100);
  const code = Number(mailed());
  const begun = performance.now();
  // As many different codes, none of them the right one.
  const guesses = Array.from({ length: 2_000 }, (_, turn) => {
    const body = { attempt, code: String((code + 1 + turn) % 1_000_000).padStart(6, '0') };
    const from = `100.65.${turn % 300 < 150 ? 1 : 2}.${turn % 150}`;
    return { path: '/login/code/verify', asked: { method: 'POST', body, from, api: turn % 2 } };
  });
  const statuses = await flood(stage, guesses);
  const seconds = (performance.now() - begun) / 1_000;
  const [row] = await stage.sql<{ wrong_tries: number }>(
    'select max(wrong_tries) as wrong_tries from code_attempts where email = $1',
    [email],
  );
  const tried = row?.wrong_tries ?? -1;
  return {
    held: tried === 5 && !Number.isNaN(code) && only(statuses, 0, 401, 429, 503) && statuses.includes(401),
    figure: `2,000 guesses at one code from 300 addresses in ${seconds.toFixed(0)} s: ${tried} tried; ${count(statuses)}`,
  };
}

async function doubleBooking(stage: Stage): Promise<Outcome> {
  let wrong = 0;
  const statuses: number[] = [];
  for (let round = 0; round < 10; round++) {
    const slot = stage.freeSlot();
    const answers = await repeat(64, (turn) =>
      stage.ask('/bookings/', {
        method: 'POST',
        token: stage.client().token,
        body: booking(slot),
        api: turn % 2,
        from: `192.0.2.${turn}`,
      }),
    );
    statuses.push(...answers.map(({ status }) => status));
    if (answers.filter(({ status }) => status === 201).length !== 1) wrong++;
  }
  const overlaps = await stage.sql(`select from busy_times a
    join busy_times b on a.professional_id = b.professional_id and a.ctid < b.ctid
    and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)`);
  return {
    held: wrong === 0 && overlaps.length === 0 && only(statuses, 201, 409),
    figure: `10 rounds of 64 over two processes: ${count(statuses)}, ${overlaps.length} overlaps`,
  };
}

async function foreignIds(stage: Stage): Promise<Outcome> {
  const owner = stage.client();
  const { status, text } = await stage.ask('/bookings/', {
    method: 'POST',
    token: owner.token,
    body: booking(stage.freeSlot()),
  });
  if (status !== 201) return { held: false, figure: `the owner's own booking: ${status}` };
  const made = JSON.parse(text);
  const windows = await stage.sql<{ id: string }>('select id from availability where professional_id = $1 limit 5', [
    made.professional.id,
  ]);
  const other = stage.client().token;
  const foreign = tokenOf(1);
  const asked: [string, string, string, unknown?][] = [
    ...['GET', 'PATCH'].flatMap((method): [string, string, string, unknown?][] => [
      [method, `/bookings/${made.id}`, other, method === 'PATCH' ? { status: 'cancelled' } : undefined],
      [method, `/bookings/${made.id}`, foreign, method === 'PATCH' ? { status: 'confirmed' } : undefined],
    ]),
    ['GET', `/bookings/clients/${made.client.id}`, other],
    ['GET', `/bookings/clients/${made.client.id}`, foreign],
    ['GET', `/bookings/professionals/${made.professional.id}`, foreign],
    ['GET', `/clients/${made.client.id}`, other],
    ['GET', `/clients/${made.client.id}`, foreign],
    ['DELETE', `/services/${made.service.id}`, foreign],
    ...windows.flatMap(({ id }): [string, string, string, unknown?][] => [
      ['GET', `/availability/${id}`, foreign],
      ['DELETE', `/availability/${id}`, foreign],
    ]),
  ];
  const statuses = [];
  for (const [method, path, token, body] of asked)
    statuses.push((await stage.ask(path, { method, token, ...(body ? { body } : {}) })).status);
  return { held: only(statuses, 403, 404), figure: `${asked.length} foreign ids: ${count(statuses)}` };
}

async function slowConnections(stage: Stage): Promise<Outcome> {
  const port = Number(new URL(stage.apis[0]?.url ?? '').port);
  const sockets = Array.from({ length: 300 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    // Unread answers would hide that the server has closed.
    socket.resume();
    socket.write(
      'POST /bookings/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
    );
    return socket;
  });
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }, 1_000);
  const statuses: number[] = [];
  for (let turn = 0; turn < 50; turn++) {
    statuses.push((await stage.ask('/professionals/', { from: `203.0.113.${turn}` })).status);
    await delay(400);
  }
  clearInterval(trickle);
  const open = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;
  for (const socket of sockets) socket.destroy();
  return {
    held: only(statuses, 200) && open === 0,
    figure: `300 bodies at a byte a second: ${open} still open after 20 s; others ${count(statuses)}`,
  };
}

async function largeBodies(stage: Stage): Promise<Outcome> {
  const { token } = stage.client();
  const port = Number(new URL(stage.apis[0]?.url ?? '').port);
  const statuses = await repeat(30, () => sendLargeBody(port, token));
  return { held: only(statuses, 413), figure: `30 bodies of 10 MB: ${count(statuses)}` };
}

/** Sends until the server answers; a connection that it closes without an answer counts as 0. */
function sendLargeBody(port: number, token: string): Promise<number> {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  return new Promise((resolve) => {
    let left = (10 * 1024 * 1024) / chunk.length;
    const socket = connect(port, '127.0.0.1');
    const more = () => {
      while (left > 0 && socket.writable) {
        left--;
        if (!socket.write(chunk)) break;
      }
    };
    socket.on('drain', more);
    socket.once('data', (bytes) => {
      resolve(Number(bytes.subarray(9, 12).toString()));
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(0));
    socket.write(
      `POST /bookings/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${10 * 1024 * 1024}\r\n\r\n`,
    );
    more();
  });
}

/** Longer than a mail server may take before DATA. */
const slowMail = 17_000;

async function slowMailServer(stage: Stage): Promise<Outcome> {
  const slot = stage.freeSlot();
  stage.inbox.onEmail = async ({ to }) => {
    if (to.includes(slot.email)) await delay(slowMail);
  };
  await stage.ask('/bookings/', { method: 'POST', token: stage.client().token, body: booking(slot) });
  const quick = stage.freeSlot();
  await delay(1_000);
  await stage.ask('/bookings/', { method: 'POST', token: stage.client().token, body: booking(quick) });
  await delay(5_000);
  const meanwhile = stage.inbox.to(quick.email).length;
  await delay(slowMail);
  stage.inbox.onEmail = undefined;
  const copies = stage.inbox.to(slot.email).length;
  const [sent] = await stage.sql<{ attempts: number; sent_at: Date | null }>(
    'select d.attempts, d.sent_at from deliveries d join users u on u.id::text = d.recipient where u.email = $1',
    [slot.email],
  );
  return {
    held: copies === 1 && meanwhile === 1 && sent?.attempts === 1 && sent.sent_at !== null,
    figure:
      `17 s a mail: ${copies} copies after ${sent?.attempts} attempts, ` +
      `${sent?.sent_at ? 'recorded' : 'not recorded'}; ` +
      `another recipient had ${meanwhile} mail meanwhile`,
  };
}

async function disabledUnderLoad(stage: Stage): Promise<Outcome> {
  const slot = stage.freeSlot();
  let disabledAt = Number.POSITIVE_INFINITY;
  let late = 0;
  const statuses: number[] = [];
  const load = repeat(60, async (turn) => {
    await delay(turn * 25);
    const start = slot.start + (turn % 4) * 90 * 60_000;
    const sent = performance.now();
    const { status } = await stage.ask('/bookings/', {
      method: 'POST',
      token: stage.client().token,
      body: booking({ ...slot, start }),
      api: turn % 2,
    });
    statuses.push(status);
    if (status === 201 && sent > disabledAt) late++;
  });
  await delay(700);
  const { deps, close } = await createDeps(readConfig({ LOG_LEVEL: 'silent' }), { databaseUrl: stage.databaseUrl });
  await disableUser(deps.db, { email: slot.email });
  await close();
  disabledAt = performance.now();
  await load;
  const open = await stage.sql("select from bookings where professional_id = $1 and status = 'pending'", [
    slot.professional,
  ]);
  const profile = await stage.ask(`/professionals/${slot.professional}`);
  return {
    held: late === 0 && open.length === 0 && profile.status === 404,
    figure:
      `disabled under load: ${count(statuses)}, ${late} booked afterwards, ` +
      `${open.length} pending, profile ${profile.status}`,
  };
}

async function variedFilters(stage: Stage): Promise<Outcome> {
  const before = await backendMemory(stage);
  const statuses: number[] = [];
  for (let turn = 0; turn < 1_200; turn += 8) {
    statuses.push(
      ...(await repeat(8, async (n) => {
        const k = turn + n;
        const names = Array.from({ length: 1 + (k % 40) }, (_, i) => `specialization_names=${i}-${k}`).join('&');
        return (
          await stage.ask(
            `/services/?${names}&price_min=${5 + (k % 50)}${k % 2 ? '&duration_max=90' : ''}` +
              (k % 3 ? '&location=fitzroy' : ''),
            { from: `203.0.113.${k % 200}` },
          )
        ).status;
      })),
    );
  }
  const after = await backendMemory(stage);
  return {
    held: only(statuses, 200, 503) && after < before * 1.5 + 40,
    figure:
      `1,200 varied filters: ${count(statuses)}; ` +
      `the database's processes ${before.toFixed(0)} to ${after.toFixed(0)} MiB`,
  };
}

/** Private memory of all PostgreSQL processes, MiB. */
async function backendMemory(stage: Stage): Promise<number> {
  const rows = await stage.sql<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend'",
  );
  const anonymous = rows.map(({ pid }) => {
    try {
      return Number(
        /RssAnon:\s+(\d+)/.exec(execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }))?.[1] ?? 0,
      );
    } catch {
      return 0;
    }
  });
  return anonymous.reduce((sum, kB) => sum + kB, 0) / 1024;
}

/** Addresses of pages a second, from how many callers, and for how many seconds. */
const pageFlood = { pages: 300, callers: 20, seconds: 10 };

async function variedPages(stage: Stage): Promise<Outcome> {
  const begun = performance.now();
  const views = Array.from({ length: pageFlood.pages * pageFlood.seconds }, (_, turn) => {
    const path = turn % 2 ? `/browse-services?search=${noise()}` : `/browse-professionals?location=${noise()}`;
    const from = `203.0.113.${turn % pageFlood.callers}`;
    return { path, asked: { from, api: turn % 2, headers: { accept: 'text/html' } } };
  });
  const statuses = await flood(stage, views, { perSecond: pageFlood.pages });
  return {
    // A page without room is the shell; so is one beyond the limit of an address, which says so.
    held: only(statuses, 200, 429),
    figure: `${count(statuses)} in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  };
}

async function frozenDatabase(stage: Stage): Promise<Outcome> {
  const rows = await stage.sql<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and application_name = 'saluni'",
  );
  const pids = rows.map(({ pid }) => pid);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  const thaw = setTimeout(() => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }, 9_000);
  const answers = await repeat(40, (turn) =>
    stage.ask('/professionals/', { from: `203.0.113.${turn}` }).catch(() => ({ status: 0, ms: 30_000 })),
  );
  const live = await stage.ask('/livez');
  await delay(4_000);
  clearTimeout(thaw);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It has ended.
    }
  }
  await delay(1_500);
  const after = await stage.ask('/professionals/', { from: '203.0.113.99' });
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  return {
    held:
      only(
        answers.map(({ status }) => status),
        200,
        503,
      ) &&
      slowest < 16_000 &&
      live.status === 200 &&
      after.status === 200,
    figure:
      `frozen for 9 s: ${count(answers.map(({ status }) => status))}, slowest ${(slowest / 1000).toFixed(1)} s; ` +
      `afterwards ${after.status}`,
  };
}

/** In the order in which they run; each leaves the stage usable. */
export const attacks: Attack[] = [
  { name: 'Search flood, 100,000 services', promise: 'A13', others: true, run: searchFlood },
  { name: '300 times book and cancel', promise: 'J14', others: true, run: mailFlood },
  { name: '8 logins of one account', promise: 'A14', others: true, run: manySessions },
  { name: 'tRPC batches', promise: 'A14', others: true, run: batches },
  { name: 'Invented tokens', promise: 'A14', others: true, run: inventedTokens },
  { name: 'Logins starve logins', promise: 'S5', others: true, run: loginsStarved },
  { name: 'Guessing from 300 addresses', promise: 'S6', others: true, run: guessing },
  { name: 'Guessing a code from 300 addresses', promise: 'S6', others: true, run: guessingCodes },
  { name: 'Slow mail server', promise: 'J13', others: true, run: slowMailServer },
  { name: 'Disabled under load', promise: 'S15', others: true, run: disabledUnderLoad },
  { name: 'Double booking', promise: 'B1', others: true, run: doubleBooking },
  { name: 'Foreign ids', promise: 'A1', others: false, run: foreignIds },
  { name: 'Slow connections', promise: 'O4', others: true, run: slowConnections },
  { name: 'Bodies of 10 MB', promise: 'A5', others: true, run: largeBodies },
  { name: 'Varied filters', promise: 'A13', others: true, run: variedFilters },
  { name: 'Varied pages', promise: 'A5', others: true, run: variedPages },
  { name: 'Paths without calls', promise: 'A5', others: true, run: pathsWithoutCalls },
  { name: 'Closed services', promise: 'S16', others: false, run: closedServices },
  { name: 'Full disk', promise: 'O9', others: false, run: fullDisk },
  { name: 'Frozen database', promise: 'O4', others: false, run: frozenDatabase },
];
