import { expect, test } from 'vitest';
import { filesPlace } from '../../src/shared-files/files-place.ts';

test.each([
  ['database', {}, { kind: 'database' }],
  ['files', {}, { kind: 'folder', folder: '/etc/thetarank/files' }],
  ['/srv/files', {}, { kind: 'folder', folder: '/srv/files' }],
  [
    's3://bucket',
    {},
    {
      kind: 's3',
      bucket: 'bucket',
      prefix: '',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
      pathStyle: false,
    },
  ],
  [
    's3://bucket/a/b/?endpoint=http://minio:9000&region=eu-1&pathStyle=true',
    {},
    {
      kind: 's3',
      bucket: 'bucket',
      prefix: 'a/b/',
      endpoint: 'http://minio:9000',
      region: 'eu-1',
      pathStyle: true,
    },
  ],
  [
    's3://bucket/a?region=eu-1',
    { endpoint: 'https://s3.example.org/', region: 'eu-2', pathStyle: true },
    {
      kind: 's3',
      bucket: 'bucket',
      prefix: 'a/',
      endpoint: 'https://s3.example.org',
      region: 'eu-2',
      pathStyle: true,
    },
  ],
])('%s', (text, settings, place) => {
  expect(filesPlace(text, settings, 'files', '/etc/thetarank')).toEqual(place);
});

test.each([
  ['s3://', 'bucket'],
  ['s3://Bucket', 'bucket'],
  ['s3://key:secret@bucket', 'environment'],
  ['s3://bucket/a b', 'prefix'],
  ['s3://bucket?acl=public', '"acl"'],
  ['s3://bucket?pathStyle=1', 'true or false'],
  ['s3://bucket?endpoint=minio', 'endpoint'],
  ['s3://bucket?endpoint=https://key:secret@minio', 'keys in the endpoint'],
  ['s3://bucket?endpoint=https://minio/path', 'path'],
  ['s3://bucket?region=A%20B', 'region'],
  ['gs://bucket', 'another kind'],
])('%s is refused', (text, reason) => {
  let told = '';
  try {
    filesPlace(text, {}, 'THETARANK_FILES');
  } catch (error) {
    told = (error as Error).message;
  }
  expect(told).toContain('THETARANK_FILES');
  expect(told).toContain(reason);
  expect(told).not.toContain('secret');
});

test('settings of S3 for a folder are refused', () => {
  expect(() => filesPlace('files', { region: 'eu-1' }, 'files')).toThrow('without s3://BUCKET');
});
