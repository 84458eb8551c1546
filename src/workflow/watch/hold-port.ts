import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/**
 * Holds a port for the servers of this process, against other watches on this machine, until the returned function is called or the
 * process ends: the UDP port of the same number, which servers of models do not use. The TCP port says too late that it is taken: two servers
 * that load at the same time would both find it free, and one watch would ask the model of the other.
 * @returns null if another process holds it
 */
export async function holdPort(port: number): Promise<(() => Promise<void>) | null> {
  const socket = createSocket('udp4');
  try {
    socket.bind({ address: '127.0.0.1', port, exclusive: true });
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    // Where no UDP port can be had, the server's own port decides.
    return async () => {};
  }
  socket.unref();
  return async () => {
    socket.close();
    await once(socket, 'close');
  };
}
