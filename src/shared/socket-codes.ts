/** The socket of contract 5: its path, and why the server closes it. */
export const socketPath = '/notifications/ws';

export const closeCodes = {
  shutdown: 1001,
  failed: 1011,
  /** Messages may have been missed: connect again and fetch what is there. */
  missed: 1012,
  /** No valid session, or none any more. A client does not connect again by itself. */
  unauthenticated: 4401,
  /** The user has opened newer ones. A client does not connect again by itself. */
  tooMany: 4429,
} as const;
