import { isRecord } from '#client/lib/is-record.ts';
import { tokenRefused } from '#client/lib/session.ts';
import { closeCodes, socketPath } from '#shared/socket-codes.ts';

/**
 * Pause before a lost connection is opened again, and how much longer it may be, so that browsers do not all come at
 * once; milliseconds.
 */
const pause = 5_000;
const jitter = 2_500;
/**
 * A timer that comes so much later than it should: the computer slept, and the connection may be dead without a word.
 * Browsers run timers of hidden tabs once a minute.
 */
const asleep = { visible: 45_000, hidden: 90_000 };
const look = 10_000;
/** A refusal that comes so late may mean that the token was late, not wrong; milliseconds. */
const lateRefusal = 4_000;

/** What a tab hears, whichever tab has the connection. */
export interface Hears {
  /** The connection stands, for the first time in this tab's life. */
  joined(): void;
  /** A notification was written. */
  created(id: string): void;
  /** A thread has a new message. */
  messaged(): void;
  /** Some of it may have been missed. */
  missed(): void;
  /** Something was read in another tab. */
  read(): void;
  /** Bookings were changed in another tab, by the same person. */
  changed(): void;
  /** Since when there is no connection, epoch milliseconds; null while there is one. */
  lost(since: number | null): void;
}

/** What tabs tell each other. The last three are for the one with the connection. */
type TabMessage =
  | { type: 'created'; id: string }
  | { type: 'messaged' | 'missed' | 'read' | 'changed' }
  | { type: 'lost'; since: number | null }
  | { type: 'lost?' | 'slept' | 'seen' };

/**
 * Follows a session's notifications with one connection for all tabs, that of the tab with the Web Lock `name`; without
 * locks or channels each tab has its own. `gap`: the tab was away before.
 */
export function joinLive(token: string, name: string, hears: Hears, gap = false) {
  let channel = navigator.locks && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel(name) : undefined;
  const left = new AbortController();
  const { signal } = left;
  let hasConnected = gap;
  let leader: ReturnType<typeof connectAndTell> | undefined;

  function tell(message: TabMessage) {
    channel?.postMessage(message);
  }

  function hear(message: TabMessage) {
    if (message.type === 'created') hears.created(message.id);
    else if (message.type === 'messaged') hears.messaged();
    else if (message.type === 'read') hears.read();
    else if (message.type === 'changed') hears.changed();
    else if (message.type === 'missed') connected();
    else if (message.type === 'lost') {
      hears.lost(message.since);
      if (message.since === null && !hasConnected) connected();
    } else leader?.hear(message.type);
  }

  function leaveOthers() {
    channel?.close();
    channel = undefined;
  }

  function connected() {
    if (hasConnected) hears.missed();
    else hears.joined();
    hasConnected = true;
  }

  function lead() {
    const tellAll = (message: TabMessage) => {
      tell(message);
      hear(message);
    };
    leader = connectAndTell(token, tellAll);
    signal.addEventListener('abort', leader.close);
  }

  if (channel) {
    channel.onmessage = ({ data }) => hear(data as TabMessage);
    navigator.locks
      .request(name, { signal }, () => {
        lead();
        return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      })
      .catch(() => {
        if (signal.aborted) return;
        // The browser forbids locks.
        leaveOthers();
        lead();
      });
    tell({ type: 'lost?' });
  } else lead();

  const toLeader = (type: 'slept' | 'seen') => (leader ? leader.hear(type) : tell({ type }));
  let lookedAt = Date.now();
  const looking = setInterval(() => {
    const since = Date.now() - lookedAt;
    lookedAt = Date.now();
    if (since > (document.hidden ? asleep.hidden : asleep.visible)) toLeader('slept');
  }, look);
  document.addEventListener('visibilitychange', () => !document.hidden && toLeader('seen'), { signal });
  window.addEventListener('online', () => toLeader('slept'), { signal });

  return {
    tellRead: () => tell({ type: 'read' }),
    tellChanged: () => tell({ type: 'changed' }),
    leave() {
      left.abort();
      clearInterval(looking);
      leaveOthers();
    },
  };
}

/** Holds a connection open and tells what it says. */
function connectAndTell(token: string, tellAll: (message: TabMessage) => void) {
  let socket: WebSocket | undefined;
  let timer: number | undefined;
  let openedAt = 0;
  let since: number | null = null;
  /** The server has closed it because newer ones of the user stand: it stays closed until somebody looks at a tab. */
  let gaveWay = false;

  function lose() {
    since ??= Date.now();
    tellAll({ type: 'lost', since });
  }

  /** Nothing is awaited: the connection stands, or is not wanted any more. */
  function stand() {
    since = null;
    tellAll({ type: 'lost', since });
  }

  function connect() {
    window.clearTimeout(timer);
    // The one before says nothing any more.
    if (socket) socket.onclose = socket.onmessage = null;
    socket?.close();
    gaveWay = false;
    openedAt = Date.now();
    lose();
    const own = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${socketPath}`);
    socket = own;
    let isAuthenticated = false;
    own.onopen = () => own.send(JSON.stringify({ type: 'authenticate', token }));
    own.onmessage = ({ data }) => {
      const message = parsed(data);
      if (message.type === 'notification_created') tellAll({ type: 'created', id: String(message.id) });
      if (message.type === 'message_created') tellAll({ type: 'messaged' });
      if (message.type !== 'authenticated') return;
      isAuthenticated = true;
      tellAll({ type: 'missed' });
      stand();
    };
    own.onerror = () => own.close();
    own.onclose = ({ code }) => {
      gaveWay = code === closeCodes.tooMany;
      const isRefused = code === closeCodes.unauthenticated && (isAuthenticated || Date.now() - openedAt < lateRefusal);
      // In the other tabs, too, so that none goes on showing private data.
      if (isRefused) tokenRefused(token);
      if (gaveWay || isRefused) return stand();
      lose();
      timer = window.setTimeout(connect, pause + Math.random() * jitter);
    };
  }
  connect();

  return {
    hear(type: 'lost?' | 'slept' | 'seen') {
      if (type === 'lost?') tellAll({ type: 'lost', since });
      // Several tabs may have noticed the same.
      if ((type === 'slept' && Date.now() - openedAt > pause) || (type === 'seen' && gaveWay)) connect();
    },
    close() {
      window.clearTimeout(timer);
      if (socket) socket.onclose = socket.onmessage = null;
      socket?.close();
    },
  };
}

function parsed(data: unknown): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(String(data));
    return isRecord(message) ? message : {};
  } catch {
    return {};
  }
}
