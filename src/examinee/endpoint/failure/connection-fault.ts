import { causes } from '../request/causes.ts';
import { FORBIDDEN } from '../request/http-fetch.ts';

/** Why no connection is possible, and what to do about it. */
export interface ConnectionFault {
  readonly reason: string;
  readonly todo: string;
}

/** Error codes of certificates, as Node has them from OpenSSL. */
const CERTIFICATE =
  /CERT|ISSUER|LEAF_SIGNATURE|HOSTNAME_MISMATCH|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/;
const DATES = /EXPIRED|NOT_YET_VALID/;
const OTHER_HOST = /ALTNAME|HOSTNAME/;
const UNTRUSTED = /SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|UNTRUSTED|INVALID_CA/;
/** What OpenSSL says of an answer that is not TLS. */
const NO_TLS = /wrong[ _]version[ _]number|packet[ _]length[ _]too[ _]long|http[ _]request/i;
/** An address where no server listens, which may change. */
const ABSENT = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The code of an error, or of what caused it; undefined if none has one. */
export function errorCode(error: unknown): string | undefined {
  const codes = causes(error).map((cause) => (cause as { code?: unknown }).code);
  return codes.find((found) => typeof found === 'string');
}

/** Whether no server listens at an address. */
export function isAbsent(code: string | undefined): boolean {
  return code !== undefined && ABSENT.has(code);
}

/** A fault of the connection that another request would meet again; null if the next one may succeed. */
export function connectionFault(error: unknown, baseUrl: string): ConnectionFault | null {
  const { host, hostname } = new URL(baseUrl);
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFOUND')
    return {
      reason: `the host ${hostname} does not resolve, ${code}`,
      todo: 'Check the host in the address.',
    };
  if (code === FORBIDDEN)
    return {
      reason: `the host ${hostname} resolves to the metadata address of a cloud, which hands out keys`,
      todo: 'Check who answers for this name.',
    };
  const isOfTls = code === 'EPROTO' || code.startsWith('ERR_SSL_');
  if (isOfTls && causes(error).some(({ message }) => NO_TLS.test(`${code} ${message}`)))
    return {
      reason: `the server at ${host} does not speak TLS, ${code}`,
      todo: 'Write http:// instead of https:// in the address.',
    };
  if (!CERTIFICATE.test(code)) return null;
  return { reason: `the certificate of ${host} is not valid, ${code}`, todo: ofCertificate() };

  function ofCertificate(): string {
    if (DATES.test(code))
      return 'Renew the certificate of the endpoint, or correct the clock of this machine.';
    if (OTHER_HOST.test(code))
      return 'Use the host name that the certificate is for, or a certificate for this host.';
    if (UNTRUSTED.test(code))
      return 'If you trust it, set the environment variable NODE_EXTRA_CA_CERTS to a PEM file with this certificate or that of its authority.';
    return 'Use a valid certificate at the endpoint.';
  }
}

/** The fault of a request without TLS to a server that expects TLS. */
export function tlsExpected(baseUrl: string): ConnectionFault {
  return {
    reason: `the server at ${new URL(baseUrl).host} expects TLS`,
    todo: 'Write https:// instead of http:// in the address.',
  };
}
