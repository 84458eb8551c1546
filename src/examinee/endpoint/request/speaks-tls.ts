import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isProxied } from './http-fetch.ts';

/** How long to wait for the handshake, in milliseconds. */
const PATIENCE = 3000;

/**
 * Whether the server of an address that begins with http:// expects TLS: then it breaks every connection without a word.
 * False for other addresses, and behind a proxy, which is asked for the requests alone.
 */
export function speaksTls(
  baseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'http:' || isProxied(hostname, env)) return Promise.resolve(false);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const end = (isTls: boolean) => {
      socket.destroy();
      resolve(isTls);
    };
    // Nothing is sent over it, so that its certificate does not matter.
    const socket = connect({
      host,
      port: Number(port || 80),
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      timeout: PATIENCE,
    });
    socket.on('secureConnect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
    socket.on('close', () => end(false));
  });
}
