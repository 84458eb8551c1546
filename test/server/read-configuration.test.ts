import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isMetadataHost } from '../../src/examinee/endpoint/request/metadata-host.ts';
import { serviceJsonSchema } from '../../src/server/configuration-schema.ts';
import { readServiceConfiguration } from '../../src/server/read-configuration.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-configuration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'service.yaml');

function read(text: string) {
  writeFileSync(file, text);
  return readServiceConfiguration(file, '/data');
}

const MODEL = `models:
  - name: one
    baseUrl: http://localhost:8000/v1
    model: m
`;

test('without a file all is as nobody said otherwise', () => {
  expect(readServiceConfiguration(undefined, '/data')).toMatchObject({
    models: [],
    allowedHosts: [],
    studies: null,
    data: '/data',
    bodyLimit: 4 * 1024 * 1024,
    jobs: 1,
    trustProxy: false,
    openMetrics: false,
  });
});

test('paths are relative to the file; hosts are those of the models', () => {
  const configuration = read(
    `${MODEL}syntheses: { debate: plans/debate.yaml }\nstudies: studies\ndata: /elsewhere\nlimits: { jobs: 3 }\n`,
  );
  expect(configuration).toMatchObject({
    allowedHosts: ['localhost:8000'],
    studies: join(folder, 'studies'),
    data: '/elsewhere',
    jobs: 3,
  });
  expect(configuration.syntheses.get('debate')).toBe(join(folder, 'plans/debate.yaml'));
  expect(configuration.models[0]).toMatchObject({ name: 'one', timeoutSeconds: 600 });
});

describe('the place of uploads', () => {
  const files = (text: string | null, env: Record<string, string> = {}) => {
    if (text !== null) writeFileSync(file, text);
    return readServiceConfiguration(text === null ? undefined : file, '/data', env).files;
  };
  const S3 = { kind: 's3', bucket: 'bucket', prefix: 'a/', region: 'eu-1', pathStyle: true };

  test.each([
    ['database', { kind: 'database' }],
    ['/srv/files', { kind: 'folder', folder: '/srv/files' }],
    ['s3://bucket/a?region=eu-1&pathStyle=true&endpoint=https://s3.example.org', S3],
  ])('%s by the file or the environment', (text, place) => {
    expect(files(`files: ${text}\n`)).toMatchObject(place);
    expect(files('data: here\n', { THETARANK_FILES: text })).toMatchObject(place);
    expect(files(null, { THETARANK_FILES: text })).toMatchObject(place);
  });

  test('a folder of the file is relative to it; settings of S3 may stand apart', () => {
    expect(files('files: up/loads\n')).toEqual({
      kind: 'folder',
      folder: join(folder, 'up/loads'),
    });
    const settings = 'endpoint: https://s3.example.org, region: eu-1, pathStyle: true';
    expect(files(`files: { place: s3://bucket/a, ${settings} }\n`)).toMatchObject({
      ...S3,
      endpoint: 'https://s3.example.org',
    });
  });

  test('the environment does not override the file, and neither is the default', () => {
    for (const other of ['/elsewhere', 's3://other', 'gs://refused'])
      expect(files('files: database\n', { THETARANK_FILES: other })).toEqual({ kind: 'database' });
    expect(files(null, { THETARANK_FILES: '' })).toBeNull();
    expect(files('data: here\n')).toBeNull();
  });

  test('what is wrong is told with the line of the file, or the variable', () => {
    const wrong = [
      ['gs://bucket', /found another kind of address; accepted: database, a folder, or s3:/],
      ['s3://Bucket', /found no valid name of a bucket/],
      ['s3://key:secret@bucket', /^(?!.*secret).*accepted: keys in the environment only/],
      ['s3://bucket?acl=public', /found the field "acl"/],
    ] as const;
    for (const [text, message] of wrong) {
      expect(() => files(`data: here\nfiles: ${text}\n`)).toThrow(message);
      expect(() => files(`data: here\nfiles: ${text}\n`)).toThrow(/line 2, files: found/);
      expect(() => files(null, { THETARANK_FILES: text })).toThrow(message);
      expect(() => files(null, { THETARANK_FILES: text })).toThrow(/^THETARANK_FILES: found/);
    }
    expect(() => files('files: { place: here, region: eu-1 }\n')).toThrow(/without s3:/);
    expect(() => files('files: { place: s3://bucket, key: secret-1 }\n')).toThrow(
      /^(?!.*secret-1).*line 1, files/,
    );
  });
});

describe('errors name the line', () => {
  test.each([
    [
      'limits:\n  jbos: 2\n',
      /line \d, limits: found the unknown key "jbos"; .*did you mean jobs\?$/,
    ],
    ['limits:\n  jobs: -1\n', /line 2, limits\.jobs: found -1; accepted: a number of at least 0/],
    ['models: [\n', /line \d: found a \[ that is not closed/],
    [`${MODEL}${MODEL.slice(8)}`, /line 5, models\[1\]\.name: found "one" a second time/],
    [
      MODEL.replace('http://localhost:8000/v1', 'ftp://x'),
      /line 3, models\[0\]\.baseUrl: found "ftp:\/\/x"; accepted: an http or https address/,
    ],
    [
      `${MODEL}allowedHosts: [example.com]\n`,
      /line 3, models\[0\]\.baseUrl: found localhost:8000; accepted: a host in allowedHosts, with its port .* add localhost:8000/,
    ],
    [
      MODEL.replace('localhost:8000', '169.254.169.254'),
      /line 3, .*found 169\.254\.169\.254 \(the metadata address of a cloud/,
    ],
  ])('%j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('a key in the wrong place is not repeated', () => {
    expect(() => read(MODEL.replace('model: m', 'model: m\n    keyVariable: sk-secret-1'))).toThrow(
      /^(?!.*sk-secret).*models\[0\]\.keyVariable/,
    );
  });
});

test('addresses of metadata are known however they are written', () => {
  for (const host of [
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    'metadata.google.internal',
    '100.100.100.200',
    '2852039166',
    '0xa9fea9fe',
  ])
    expect([host, isMetadataHost(new URL(`http://${host}/`).hostname)]).toEqual([host, true]);
  for (const host of ['localhost', '10.0.0.1', 'metadata.example.com', '[::1]'])
    expect([host, isMetadataHost(new URL(`http://${host}/`).hostname)]).toEqual([host, false]);
});

test('docs/schema/service.schema.json is what scripts/service-schema.ts writes', () => {
  const published = new URL('../../docs/schema/service.schema.json', import.meta.url);
  expect(readFileSync(published, 'utf8')).toBe(serviceJsonSchema());
});
