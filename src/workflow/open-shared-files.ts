import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { fail } from '../errors.ts';
import type { FilesPlace } from '../shared-files/files-place.ts';
import { folderFiles } from '../shared-files/folder-files.ts';
import { s3Files } from '../shared-files/s3-files.ts';
import type { SharedFileLimits, SharedFiles } from '../shared-files/shared-files.ts';
import type { Store } from '../store/store.ts';

/**
 * The shared files of a place. Keys of S3 come from the environment alone.
 * @throws SHARED_FILES_KEY_MISSING
 */
export function openSharedFiles(
  place: FilesPlace,
  limits: SharedFileLimits,
  store: Pick<Store, 'sharedFiles'>,
  env: Readonly<Record<string, string | undefined>>,
): SharedFiles {
  switch (place.kind) {
    case 'database':
      return store.sharedFiles(limits);
    case 'folder': {
      const unique = () => randomBytes(12).toString('hex');
      return folderFiles(place.folder, { ...limits, now: Date.now, unique });
    }
    case 's3': {
      const client = new AwsClient({
        accessKeyId: required(env, 'AWS_ACCESS_KEY_ID'),
        secretAccessKey: required(env, 'AWS_SECRET_ACCESS_KEY'),
        ...(env.AWS_SESSION_TOKEN ? { sessionToken: env.AWS_SESSION_TOKEN } : {}),
        service: 's3',
        region: place.region,
      });
      return s3Files(place, limits, { client, fetch, delay });
    }
  }
}

function required(env: Readonly<Record<string, string | undefined>>, variable: string): string {
  return env[variable] || fail('SHARED_FILES_KEY_MISSING', { variable });
}
