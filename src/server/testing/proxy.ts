import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Proxy = {
  /** The target's URL with the proxy's host and port. */
  url: string;
  /**
   * Called with each answer before it is passed on; `false` holds back this and all later answers of the connection.
   */
  onAnswer?: ((bytes: Buffer) => boolean) | undefined;
  /** While it is true, connections are broken off and refused. */
  setDown(isDown: boolean): void;
  close(): Promise<void>;
};

/** Starts a TCP proxy in front of a server that can hold answers back. */
export async function openProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let down = false;
  const server = createServer((near) => {
    if (down) return void near.on('error', () => {}).resetAndDestroy();
    const far = connect(Number(port), hostname);
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
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      held ||= proxy.onAnswer?.(bytes) === false;
      if (!held) near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const proxy: Proxy = {
    url: url.href,
    setDown(isDown) {
      down = isDown;
      if (down) for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
