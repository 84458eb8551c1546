import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import { randomStream } from '../src/random.ts';

/**
 * Imported first by a process that runs commands for the corpus: whatever differs between two runs stands still in it. A clock
 * moves only between cases, random bytes come from a seed, the user and the machine have fixed names, and a server on port 8000
 * listens on a free port that only connections to port 8000 of this process reach.
 */

let now = Date.parse('2026-03-02T09:00:00Z');

/** Moves the clock to the next case. */
export function nextMinute(): void {
  now += 60_000;
}

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now).toString(),
  construct: (date, args, target) =>
    Reflect.construct(date, args.length === 0 ? [now] : args, target),
  get: (date, name) => (name === 'now' ? () => now : Reflect.get(date, name)),
});
// The loops of Node and of servers have clocks of their own.
process.threadCpuUsage = () => ({ user: 0, system: 0 });
performance.now = () => now - Date.parse('2026-03-02T08:00:00Z');

const bytes = randomStream('corpus', 'bytes');
const uuids = randomStream('corpus', 'uuids');
function filled(count: number, random = bytes): Buffer {
  return Buffer.from(Array.from({ length: count }, () => Math.floor(256 * random())));
}
crypto.randomBytes = ((count: number) => filled(count)) as typeof crypto.randomBytes;
crypto.randomUUID = () => {
  const hex = filled(16, uuids).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

os.userInfo = (() => ({ username: 'corpus' })) as never;
os.hostname = () => 'machine';
// Plans name the number of threads.
os.availableParallelism = () => 2;
syncBuiltinESMExports();

/** Free ports of this machine by the ports that were asked for. */
const listening = new Map<number, number>();
const { listen, address } = net.Server.prototype;
net.Server.prototype.listen = function (this: net.Server, ...args: unknown[]) {
  const place = args[0] as { port?: number };
  const port = place?.port;
  if (typeof port !== 'number' || port === 0) return Reflect.apply(listen, this, args);
  this.once('listening', () => {
    listening.set(port, (Reflect.apply(address, this, []) as net.AddressInfo).port);
    this.address = () => ({ ...(Reflect.apply(address, this, []) as net.AddressInfo), port });
  });
  return Reflect.apply(listen, this, [{ ...place, port: 0 }, ...args.slice(1)]);
} as typeof listen;

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  // Node's own callers pass one list of options and listener.
  const place = (Array.isArray(args[0]) ? args[0][0] : args[0]) as { port?: number | string };
  const port = listening.get(Number(place?.port));
  if (port !== undefined) {
    place.port = port;
    (place as { host?: string }).host = '127.0.0.1';
  }
  return Reflect.apply(connect, this, args);
} as typeof connect;
