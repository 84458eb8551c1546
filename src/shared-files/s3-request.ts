import type { AwsClient } from 'aws4fetch';
import { fail, ThetarankError } from '../errors.ts';

/** How a store that speaks S3 is reached. */
export interface S3Place {
  readonly bucket: string;
  /** Begins every key; ends with / or is empty. */
  readonly prefix: string;
  /** Scheme, host and port. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is in the path of an address instead of its host. */
  readonly pathStyle: boolean;
}

/** Signing, the network and the clock, as they are passed in. */
export interface S3Means {
  readonly client: Pick<AwsClient, 'sign'>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Waits for ms. */
  readonly delay: (ms: number) => Promise<unknown>;
}

export interface S3Call {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Without the prefix; undefined for the bucket itself. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Statuses other than 2xx that the caller handles. */
  readonly accepted?: readonly number[];
}

/** Attempts of one request, and the first pause between two in ms; each pause is twice the one before. */
export const ATTEMPTS = 6;
export const PAUSE = 200;
/** Most characters of an error's text that are read. */
const TEXT = 20_000;

/**
 * Sends a signed request, again after a cut connection, 429 or 5xx: sent twice, each request here has the same
 * effect, but the end of an upload in parts may then find it gone.
 * @param receive reads the body, within the same attempts
 * @throws SHARED_FILES_UNAVAILABLE, with the code of the answer and never with a header or signature
 */
export async function s3Request<T>(
  place: S3Place,
  { client, fetch, delay }: S3Means,
  { method, body, headers, accepted = [], ...target }: S3Call,
  receive: (response: Response) => T | Promise<T>,
): Promise<T> {
  const url = addressOf(place, target);
  const init = {
    method,
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body: body as BodyInit }),
  };
  for (let attempt = 1; ; attempt++) {
    let reason: string;
    try {
      const response = await fetch(await client.sign(url, init));
      if (response.ok || accepted.includes(response.status)) return await receive(response);
      reason = `${response.status} ${codeOf((await response.text()).slice(0, TEXT))}`.trim();
      if (response.status < 500 && response.status !== 429) return unavailable(place, reason);
    } catch (error) {
      if (error instanceof ThetarankError) throw error;
      reason = cutReason(error);
    }
    if (attempt === ATTEMPTS) return unavailable(place, reason);
    await delay(PAUSE * 2 ** (attempt - 1));
  }
}

/** For messages: the address of the bucket. */
export function shownPlace({ bucket, prefix, endpoint }: S3Place): string {
  return `s3://${bucket}/${prefix} at ${endpoint}`;
}

/** @param reason the status and code of the store's answer, or why there is none */
export function unavailable(place: S3Place, reason: string): never {
  const [, todo] = TODO.find(([code]) => reason.endsWith(code)) as (typeof TODO)[number];
  return fail('SHARED_FILES_UNAVAILABLE', { place: shownPlace(place), reason, todo });
}

/** What to do, by the end of the reason. */
const TODO = [
  [
    'SignatureDoesNotMatch',
    'Check that AWS_SECRET_ACCESS_KEY is the secret of the key in AWS_ACCESS_KEY_ID, and that the store has this key.',
  ],
  ['InvalidAccessKeyId', 'Check AWS_ACCESS_KEY_ID, and that the key is one of this store.'],
  ['AuthorizationHeaderMalformed', 'Check region of files.'],
  ['RequestTimeTooSkewed', 'Set the clock of this machine: the store accepts 15 minutes of error.'],
  ['NoSuchBucket', 'Check the bucket and the address of files.'],
  [
    '',
    'Check the address, region and pathStyle of files, and that the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY may read, write, list and delete there.',
  ],
] as const;

/** Why a connection broke: the code of the system's error, if there is one. */
export function cutReason(error: unknown): string {
  const { message, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code === undefined ? message : `${message} (${code})`;
}

function addressOf(
  { bucket, prefix, endpoint, pathStyle }: S3Place,
  { name, query = {} }: Pick<S3Call, 'name' | 'query'>,
): string {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const key = name === undefined ? [] : `${prefix}${name}`.split('/');
  const path = [...(pathStyle ? [bucket] : []), ...key].map(encoded).join('/');
  const search = Object.entries(query).map(
    ([field, value]) => `${encoded(field)}=${encoded(value)}`,
  );
  return `${url.origin}/${path}${search.length === 0 ? '' : `?${search.join('&')}`}`;
}

/** As signatures have it: more signs than encodeURIComponent encodes. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The code of an error's XML, such as AccessDenied. */
function codeOf(xml: string): string {
  return /<Code>([A-Za-z.]{1,100})<\/Code>/.exec(xml)?.[1] ?? '';
}
