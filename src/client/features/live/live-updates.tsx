import { useEffect } from 'react';
import { isRecord } from '#client/lib/is-record.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { closeCodes, socketPath } from '#shared/socket-codes.ts';

/** Pause before a lost connection is opened again, and how much longer it may be, so that browsers do not all come at once; milliseconds. */
const pause = 5_000;
const jitter = 2_500;
/** After these codes only a new login, or a reload, connects again. */
const final: readonly number[] = [closeCodes.unauthenticated, closeCodes.tooMany];

/** Refreshes bookings and notifications whenever the server says that one of ours was written, and after every gap. Shows nothing. */
export function LiveUpdates() {
  const token = useSession((session) => session.token);
  const { bookings, notifications } = trpc.useUtils();

  useEffect(() => {
    if (!token) return;
    return follow(token, () => {
      void bookings.invalidate();
      void notifications.invalidate();
    });
  }, [token, bookings, notifications]);
  return null;
}

/** Holds a connection open and calls `refresh` for each message, and when there may have been some meanwhile. Returns a function that ends it. */
function follow(token: string, refresh: () => void) {
  let socket: WebSocket | undefined;
  let timer: number | undefined;
  let connectedBefore = false;
  let ended = false;

  function connect() {
    const own = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${socketPath}`);
    socket = own;
    own.onopen = () => own.send(JSON.stringify({ type: 'authenticate', token }));
    own.onmessage = ({ data }) => {
      const type = typeOf(data);
      if (type === 'notification_created' || (type === 'authenticated' && connectedBefore)) refresh();
      connectedBefore ||= type === 'authenticated';
    };
    own.onerror = () => own.close();
    own.onclose = ({ code }) => {
      if (!ended && !final.includes(code)) timer = window.setTimeout(connect, pause + Math.random() * jitter);
    };
  }
  connect();
  return () => {
    ended = true;
    window.clearTimeout(timer);
    socket?.close();
  };
}

function typeOf(data: unknown) {
  try {
    const message: unknown = JSON.parse(String(data));
    return isRecord(message) ? message.type : undefined;
  } catch {
    return undefined;
  }
}
