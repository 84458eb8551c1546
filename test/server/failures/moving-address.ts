import { connect, createServer, type Socket } from 'node:net';

/** An address that leads to one server and then to another, as a virtual address does. */
export interface MovingAddress {
  readonly port: number;
  /** From now on connections go to another port; those that are there are cut. */
  move(port: number): void;
  close(): void;
}

export async function movingAddress(first: number): Promise<MovingAddress> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const beyond = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, beyond],
      [beyond, client],
    ]) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    move(port) {
      target = port;
      cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
