import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TestProxy = {
  /** The target's URL with the proxy's host and port. */
  url: string;
  /**
   * Called with each answer before it is passed on; `false` holds back this and all later answers of the connection.
   */
  onAnswer?: ((bytes: Buffer) => boolean) | undefined;
  /** Called with what each connection begins with; `true` makes it one that `setFrozen` stops. By default all are. */
  isFrozenWith?: (first: Buffer) => boolean;
  /** Breaks off all connections, and sends later ones elsewhere; nowhere while it is undefined. */
  setTarget(target: string | undefined): void;
  /** While it is true, connections are reset, also new ones once they are made. */
  setDown(isDown: boolean): void;
  /** While it is true, connections are reset, and nobody listens: new ones are refused. */
  setRefusing(isRefusing: boolean): Promise<void>;
  /** Delays what passes in either direction by so many milliseconds. */
  setDelay(milliseconds: number): void;
  /** While it is true, connections are accepted and nothing passes, as with a stopped server; then everything does. */
  setFrozen(isFrozen: boolean): void;
  close(): Promise<void>;
};

/** Starts a TCP proxy in front of a server that can hold answers back. */
export async function openProxy(target: string): Promise<TestProxy> {
  let to: URL | undefined = new URL(target);
  const sockets = new Set<Socket>();
  let down = false;
  let frozen = false;
  let wait = 0;
  const thawed = new Set<() => void>();
  const server = createServer((near) => {
    if (down || !to) return void near.on('error', () => {}).resetAndDestroy();
    const far = connect(Number(to.port), to.hostname);
    let held = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
      });
    }
    let freezes: boolean | undefined;
    const late: (() => void)[] = [];
    const pass = (send: () => void) => {
      if (frozen && freezes !== false) late.push(send);
      else if (wait > 0) {
        late.push(send);
        setTimeout(() => late.shift()?.(), wait);
      } else send();
    };
    const release = () => {
      for (const send of late.splice(0)) send();
    };
    thawed.add(release);
    near.on('close', () => thawed.delete(release));
    near.on('data', (bytes: Buffer) => {
      freezes ??= proxy.isFrozenWith?.(bytes) ?? true;
      pass(() => far.write(bytes));
    });
    near.on('end', () => far.end());
    far.on('data', (bytes: Buffer) => {
      held ||= proxy.onAnswer?.(bytes) === false;
      if (!held) pass(() => near.write(bytes));
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const resetAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const proxy: TestProxy = {
    url: url.href,
    setTarget(next) {
      to = next === undefined ? undefined : new URL(next);
      for (const socket of sockets) socket.destroy();
    },
    setDown(isDown) {
      down = isDown;
      if (down) resetAll();
    },
    async setRefusing(isRefusing) {
      if (!isRefusing) return listen(port);
      server.close();
      resetAll();
    },
    setDelay(milliseconds) {
      wait = milliseconds;
      if (wait === 0) for (const release of thawed) release();
    },
    setFrozen(isFrozen) {
      frozen = isFrozen;
      if (!frozen) for (const release of thawed) release();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
