import { resolve } from 'node:path';
import { fail } from '../errors.ts';
import type { S3Place } from './s3-request.ts';

/** Where shared files are. */
export type FilesPlace =
  | { readonly kind: 'database' }
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Place);

/** The settings of a store that speaks S3, besides its bucket and prefix. */
export interface S3Settings {
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  readonly pathStyle?: boolean | undefined;
}

const S3 = /^s3:\/\//i;
const ACCEPTED =
  'database, a folder, or s3://BUCKET/PREFIX with ?endpoint=URL&region=REGION&pathStyle=true where the store is not of AWS';
const DEFAULT_REGION = 'us-east-1';

/**
 * Reads a place: `database`, `s3://BUCKET/PREFIX?endpoint=…&region=…&pathStyle=…`, or a folder.
 * @param option what names it, for messages
 * @param from the folder that a path is relative to
 * @throws OPTION_INVALID
 */
export function filesPlace(
  text: string,
  settings: S3Settings,
  option: string,
  from = '.',
): FilesPlace {
  const refuse = (found: string, accepted = ACCEPTED): never =>
    fail('OPTION_INVALID', { option, found, accepted });
  if (!S3.test(text)) {
    if (Object.values(settings).some((value) => value !== undefined))
      refuse('endpoint, region or pathStyle without s3://BUCKET');
    if (text === 'database') return { kind: 'database' };
    return /^[a-z][\w+.-]*:\/\//i.test(text)
      ? refuse('another kind of address')
      : { kind: 'folder', folder: resolve(from, text) };
  }
  const { bucket, path, query } = s3Parts(text, refuse);
  const known = ['endpoint', 'region', 'pathStyle'];
  for (const field of query.keys())
    if (!known.includes(field)) refuse(`the field ${JSON.stringify(field)}`);
  const pathStyle = settings.pathStyle ?? truth(query.get('pathStyle'), refuse);
  const region = settings.region ?? query.get('region') ?? DEFAULT_REGION;
  if (!/^[a-z0-9-]{1,50}$/.test(region)) refuse('a region with other signs than a-z, 0-9 and -');
  const endpoint = settings.endpoint ?? query.get('endpoint');
  if (endpoint !== null) requireEndpoint(endpoint, refuse);
  return {
    kind: 's3',
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    endpoint: endpoint === null ? `https://s3.${region}.amazonaws.com` : new URL(endpoint).origin,
    region,
    pathStyle,
  };
}

type Refuse = (found: string, accepted?: string) => never;

function s3Parts(text: string, refuse: Refuse) {
  const [address, ...queries] = text.replace(S3, '').split('?');
  const [bucket, ...folders] = address.split('/');
  // Keys of an account before the bucket would be shown in messages.
  if (bucket.includes('@')) refuse('keys or a user in the address', 'keys in the environment only');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) refuse('no valid name of a bucket');
  const path = folders.join('/').replace(/\/+$/, '');
  if (path !== '' && !/^[\w.-]+(\/[\w.-]+)*$/.test(path))
    refuse('another prefix', 'a prefix of letters, digits and . _ -, in parts separated by /');
  if (path.length > 200) refuse(`a prefix of ${path.length} characters`, 'at most 200');
  return { bucket, path, query: new URLSearchParams(queries.join('?')) };
}

function requireEndpoint(endpoint: string, refuse: Refuse): void {
  const accepted = 'an http or https address of a host, such as https://storage.example.org:9000';
  if (!URL.canParse(endpoint)) refuse('an endpoint that is not an address', accepted);
  const { protocol, pathname, search, hash, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') refuse('keys in the endpoint', accepted);
  if (!/^https?:$/.test(protocol) || pathname !== '/' || search !== '' || hash !== '')
    refuse('an endpoint with another scheme, or with a path', accepted);
}

function truth(text: string | null, refuse: Refuse): boolean {
  if (text === null || text === 'false') return false;
  return text === 'true' || refuse(`pathStyle=${text}`, 'true or false');
}
