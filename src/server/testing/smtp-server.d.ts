/** The part of the package that our tests use; it comes without types. */
declare module 'smtp-server' {
  import type { EventEmitter } from 'node:events';
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  type Session = { envelope: { rcptTo: { address: string }[] } };
  type Done = (error?: Error | null) => void;
  export class SMTPServer extends EventEmitter {
    constructor(options: {
      disabledCommands?: string[];
      authOptional?: boolean;
      allowInsecureAuth?: boolean;
      onAuth?: (auth: { username: string; password: string }, session: Session, done: Done) => void;
      logger?: boolean;
      onConnect?: (session: Session, done: Done) => void;
      onRcptTo?: (address: { address: string }, session: Session, done: Done) => void;
      onData?: (stream: Readable, session: Session, done: Done) => void;
    });
    server: Server;
    connections: Set<unknown>;
    listen(port: number, host: string, done: () => void): void;
    close(done: () => void): void;
  }
}
