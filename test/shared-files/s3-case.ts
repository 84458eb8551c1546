import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect } from 'vitest';
import { filesPlace } from '../../src/shared-files/files-place.ts';
import { s3Files } from '../../src/shared-files/s3-files.ts';
import type { S3Place } from '../../src/shared-files/s3-request.ts';
import type { SharedFiles } from '../../src/shared-files/shared-files.ts';
import { openSharedFiles } from '../../src/workflow/open-shared-files.ts';
import { type S3Store, startS3Store } from './s3-store.ts';

/** Bytes of a part of a large file. */
export const PART = 8 * 2 ** 20;
/** The largest file, in bytes. */
export const LARGEST = 4 * PART;

/** A store for the tests of a file. */
export interface S3Case {
  readonly store: S3Store;
  /** Files as a process opens them. */
  open(env?: Readonly<Record<string, string>>, other?: Partial<S3Place>): SharedFiles;
  /** The same with requests answered by `answer`, and without pauses. */
  through(answer?: (request: Request) => Promise<Response>): {
    readonly files: SharedFiles;
    readonly pauses: number[];
  };
  /** Uploads in parts that have neither ended nor been aborted. */
  openUploads(): string[];
  /** As a rule of the bucket does. */
  removeUploads(): void;
}

export function s3Case(): S3Case {
  let store: S3Store;
  let place: S3Place & { readonly kind: 's3' };
  beforeAll(async () => {
    store = await startS3Store();
    const settings = { endpoint: store.endpoint, pathStyle: true };
    place = filesPlace('s3://thetarank/a/b', settings, 'files') as typeof place;
  });
  afterAll(() => store.stop());
  const none = { sharedFiles: () => expect.fail('not in the database') };
  const uploads = () => join(store.folder, 'thetarank', '._S3rver_uploads');
  return {
    get store() {
      return store;
    },
    open: (env = store.keys, other = {}) =>
      openSharedFiles({ ...place, ...other }, { largest: LARGEST }, none, env),
    through(answer = fetch) {
      const pauses: number[] = [];
      const client = new AwsClient({
        accessKeyId: store.keys.AWS_ACCESS_KEY_ID,
        secretAccessKey: store.keys.AWS_SECRET_ACCESS_KEY,
        service: 's3',
        region: place.region,
      });
      const delay = async (ms: number) => pauses.push(ms);
      const means = { client, fetch: answer, delay };
      return { pauses, files: s3Files(place, { largest: LARGEST }, means) };
    },
    openUploads: () => (existsSync(uploads()) ? readdirSync(uploads()) : []),
    removeUploads: () => rmSync(uploads(), { recursive: true }),
  };
}
