import { createHash, createHmac } from 'node:crypto';

/** A request as it arrives at a server. */
export interface Received {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What an Authorization header of version 4 says. */
export interface Authorization {
  readonly keyId: string;
  readonly date: string;
  readonly region: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

/** null where the header has another form. */
export function authorizationOf({ headers }: Pick<Received, 'headers'>): Authorization | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      String(headers.authorization),
    );
  if (found === null) return null;
  const [, keyId, date, region, signed, signature] = found;
  return { keyId, date, region, signedHeaders: signed.split(';'), signature };
}

/**
 * The signature that the owner of `secret` would have made, computed by a store from what arrived.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signatureOf(
  { method, target, headers }: Received,
  { date, region, signedHeaders }: Authorization,
  secret: string,
): string {
  const [path, query = ''] = target.split('?');
  const fields = query === '' ? [] : query.split('&').map((field) => field.split('='));
  const canonical = [
    method,
    path.split('/').map(recoded).join('/'),
    fields
      .map(([name, value = '']) => `${recoded(name)}=${recoded(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = [date, region, 's3', 'aws4_request'];
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope.join('/'),
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = scope.reduce<string | Buffer>((own, part) => hmac(own, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Decoded, and then encoded byte by byte: all but letters, digits and -._~ */
function recoded(text: string): string {
  const bytes = Buffer.from(decodeURIComponent(text));
  return [...bytes]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      const hex = byte.toString(16).toUpperCase().padStart(2, '0');
      return /[A-Za-z0-9._~-]/.test(sign) ? sign : `%${hex}`;
    })
    .join('');
}
