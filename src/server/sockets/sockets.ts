import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { hashToken } from '#server/links/tokens.ts';
import { inBackground } from '#server/process/background.ts';
import { closeCodes } from '#shared/socket-codes.ts';
import { idOut } from '#shared/wire.ts';
import type { FanOut } from './fan-out.ts';

/** The only message that a client sends, and its first. */
const authenticate = z.object({ type: z.literal('authenticate'), token: z.string().min(1).max(512) });

const fromServer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticated') }),
  z.object({ type: z.literal('notification_created'), id: idOut }),
  /** `id` is the thread's. */
  z.object({ type: z.literal('message_created'), id: idOut }),
]);
type FromServer = z.infer<typeof fromServer>;

/** Bounds of reliability S12. */
const maxPerUser = 5;
const maxBuffered = 1024 * 1024;
/** Frames that a client may send between two pings: one to authenticate, and some pings of its own. */
const maxFrames = 100;
/** How long a shutdown waits for the answers to its farewells, milliseconds. */
const farewell = 1_000;

type Timings = {
  /** Until a new socket must have authenticated itself, milliseconds. */
  authenticateWithin: number;
  /** Between two pings; every second one also asks whether the sessions are still valid, milliseconds. */
  beat: number;
};
const usual: Timings = { authenticateWithin: 5_000, beat: 30_000 };

/** What sockets ask about sessions. */
export type Sessions = {
  /** The id of a token's user; undefined for an invalid token. */
  userOf(token: string): Promise<string | undefined>;
  /** Those of the sessions, by the hashes of their tokens, that are still valid. */
  valid(sessions: string[]): Promise<string[]>;
};

export type Sockets = {
  /**
   * Begins to listen for notifications and ended sessions. Until then, and whenever that fails, sockets only stay open.
   */
  start(): void;
  /** Takes over a new socket, which closes unless it authenticates itself in time. */
  accept(socket: WebSocket): void;
  count(): number;
  /** Notifications that were sent, and sockets that were closed by why, since the start. */
  counts(): { sent: number; closed: Record<Ending, number> };
  /** Closes all sockets, and each that is still accepted, because the process ends. */
  closeAll(): Promise<void>;
  close(): Promise<void>;
};

/** Why a socket ended: the server's reasons, what the client did wrong or failed to do, or that it went by itself. */
const endings = [
  'shutdown',
  'failed',
  'missed',
  'unauthenticated',
  'tooMany',
  'unread',
  'silent',
  'flood',
  'client',
] as const;
type Ending = (typeof endings)[number];

/** An open socket; `session` is the hash of its token. */
type Peer = { socket: WebSocket; session?: string; userId?: string; answered: boolean; frames: number; ending: Ending };
type Peers = Map<string, Set<Peer>>;

/** The sockets of this process. What happens in any process arrives by the fan-out (decision 026). */
export function createSockets(
  sessions: Sessions,
  fanOut: Pick<FanOut, 'listen'>,
  log: Logger,
  { authenticateWithin, beat }: Timings = usual,
): Sockets {
  const peers = new Set<Peer>();
  const ofSession: Peers = new Map();
  // The oldest stands first.
  const ofUser: Peers = new Map();
  const counts = {
    sent: 0,
    closed: Object.fromEntries(endings.map((ending) => [ending, 0])) as Record<Ending, number>,
  };
  let listener: { close(): Promise<void> } | undefined;
  let closing = false;
  let missed = true;
  let beats = 0;

  function end(peer: Peer, why: keyof typeof closeCodes): void {
    peer.ending = why;
    forget(peer);
    peer.socket.close(closeCodes[why]);
  }

  /** Nothing is sent to the peer from now on. */
  function forget(peer: Peer): void {
    remove(ofSession, peer.session, peer);
    remove(ofUser, peer.userId, peer);
  }

  /** Ends without a farewell, which the peer would not read. */
  function drop(peer: Peer, why: Ending): void {
    peer.ending = why;
    forget(peer);
    peer.socket.terminate();
  }

  function send(peer: Peer, message: string): void {
    peer.socket.send(message);
    if (peer.socket.bufferedAmount > maxBuffered) drop(peer, 'unread');
  }

  async function enter(peer: Peer, token: string): Promise<void> {
    peer.session = hashToken(token);
    // Before the question, so that an end of the session meanwhile is not missed.
    add(ofSession, peer.session, peer);
    const userId = await sessions.userOf(token);
    if (peer.socket.readyState !== peer.socket.OPEN) return;
    if (userId === undefined) return end(peer, 'unauthenticated');
    peer.userId = userId;
    const [oldest, ...others] = add(ofUser, userId, peer);
    if (oldest && others.length >= maxPerUser) end(oldest, 'tooMany');
    send(peer, text({ type: 'authenticated' }));
  }

  function onNotification(payload: string): void {
    const [kind, subject = '', id = ''] = payload.split(' ');
    if (kind === 'session') for (const peer of ofSession.get(subject) ?? []) end(peer, 'unauthenticated');
    if (kind === 'missed') refetch();
    const type = kind === 'notification' || kind === 'message' ? (`${kind}_created` as const) : undefined;
    const users = type && ofUser.get(subject);
    if (!users) return;
    const message = text({ type, id });
    for (const peer of users) send(peer, message);
    counts.sent += users.size;
  }

  /** Each client connects again after a pause of its own and fetches what it has missed. */
  function refetch(): void {
    for (const peer of peers) end(peer, 'missed');
  }

  function onBeat(): void {
    for (const peer of peers) {
      if (!peer.answered) {
        drop(peer, 'silent');
        continue;
      }
      peer.answered = false;
      peer.frames = 0;
      peer.socket.ping();
    }
    beats += 1;
    if (beats % 2 === 0)
      void inBackground(
        log,
        'failed to check the sessions of open sockets: they are checked again in a minute',
        revalidate,
      );
  }

  /** For ends that were not told: a session's time is over, and what was missed while nothing listened. */
  async function revalidate(): Promise<void> {
    const asked = [...ofSession.keys()];
    if (asked.length === 0) return;
    const valid = new Set(await sessions.valid(asked));
    for (const session of asked) if (!valid.has(session)) onNotification(`session ${session}`);
  }

  const timer = setInterval(onBeat, beat).unref();

  return {
    start() {
      listener ??= fanOut.listen({
        onListening() {
          if (missed) refetch();
          missed = false;
        },
        onNotification,
        onLost() {
          missed = true;
        },
      });
    },

    accept(socket) {
      const peer: Peer = { socket, answered: true, frames: 0, ending: 'client' };
      // Without a listener, a broken frame would end the process; `ws` closes the socket by itself.
      socket.on('error', () => {});
      if (closing) return socket.close(closeCodes.shutdown);
      peers.add(peer);
      const late = setTimeout(() => end(peer, 'unauthenticated'), authenticateWithin);
      socket.on('close', () => {
        clearTimeout(late);
        peers.delete(peer);
        forget(peer);
        counts.closed[peer.ending] += 1;
      });
      const counted = () => {
        peer.frames += 1;
        if (peer.frames > maxFrames) drop(peer, 'flood');
        return peer.frames;
      };
      socket.on('pong', () => {
        peer.answered = true;
      });
      socket.on('ping', counted);
      let entering = false;
      socket.on('message', (data, isBinary) => {
        counted();
        // Whatever follows the first message means nothing.
        if (entering || socket.readyState !== socket.OPEN) return;
        entering = true;
        const token = isBinary ? undefined : tokenIn(String(data));
        if (token === undefined) return end(peer, 'unauthenticated');
        const entered = async () => {
          await enter(peer, token).finally(() => clearTimeout(late));
        };
        void inBackground(log, 'failed to authenticate a socket: the client connects again', entered, () =>
          end(peer, 'failed'),
        );
      });
    },

    count: () => peers.size,
    counts: () => counts,

    async closeAll() {
      closing = true;
      const closed = [...peers].map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)));
      for (const peer of peers) end(peer, 'shutdown');
      await Promise.race([Promise.all(closed), delay(farewell, undefined, { ref: false })]);
      for (const peer of peers) drop(peer, 'shutdown');
    },

    async close() {
      clearInterval(timer);
      await listener?.close();
    },
  };
}

const text = (message: FromServer) => JSON.stringify(message);

/** The token of a client's first message; undefined when it is another or malformed. */
function tokenIn(message: string): string | undefined {
  try {
    return authenticate.safeParse(JSON.parse(message)).data?.token;
  } catch {
    return undefined;
  }
}

/** Returns all peers of the key. */
function add(map: Peers, key: string, peer: Peer): Set<Peer> {
  const same = map.get(key) ?? new Set();
  map.set(key, same.add(peer));
  return same;
}

function remove(map: Peers, key: string | undefined, peer: Peer): void {
  const same = key === undefined ? undefined : map.get(key);
  if (key === undefined || !same?.delete(peer)) return;
  if (same.size === 0) map.delete(key);
}
