import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Proxy = {
  /** The given address, by way of the proxy. */
  url: string;
  /** Called with what the far side answers, before it is passed on; `false` holds this and all that follows back for good. */
  onAnswer?: ((bytes: Buffer) => boolean) | undefined;
  close(): Promise<void>;
};

/** A TCP proxy between a client of ours and a server, which can keep an answer from arriving. */
export async function openProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
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
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
