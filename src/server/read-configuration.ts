import { dirname, resolve } from 'node:path';
import { describeProblem } from '../../calibration/synthesize/configuration-problem.ts';
import { fail, ThetarankError } from '../errors.ts';
import {
  type EndpointConfiguration,
  endpointConfiguration,
} from '../examinee/endpoint/configuration/configuration.ts';
import { isMetadataHost } from '../examinee/endpoint/request/metadata-host.ts';
import { type FilesPlace, filesPlace } from '../shared-files/files-place.ts';
import { readYamlWithLines, type YamlWithLines } from '../text/read-yaml.ts';
import type { ServiceConfiguration } from './configuration.ts';
import { bytes, milliseconds, type ServiceFile, serviceSchema } from './configuration-schema.ts';
import { isAllowedHost } from './models/allowed-host.ts';

/** The schema of the file. */
const SCHEMA_FILE = 'docs/schema/service.schema.json';

/**
 * Reads the administrator's file, with paths relative to its folder; without a file, all defaults apply.
 * @param data the default folder for files of jobs
 * @param env THETARANK_FILES names the place of uploads if the file does not
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID with the line
 */
export function readServiceConfiguration(
  file: string | undefined,
  data: string,
  env: Readonly<Record<string, string | undefined>> = {},
): ServiceConfiguration {
  const read = file === undefined ? { value: {}, lineOf: () => 1 } : readYamlWithLines(file);
  const name = file ?? '';
  const parsed = serviceSchema.safeParse(read.value);
  if (!parsed.success) {
    const described = { schema: serviceSchema, file: SCHEMA_FILE };
    const { where, ...problem } = describeProblem(read.value, parsed.error, described);
    return fail('FILE_INVALID', {
      file: name,
      where: [`line ${read.lineOf(parsed.error.issues[0].path)}`, where ?? []].flat().join(', '),
      ...problem,
    });
  }
  const { limits, syntheses, studies, refresh, ...rest } = parsed.data;
  const models = checkedModels(parsed.data, name, read);
  const from = (path: string) => resolve(dirname(name), path);
  return {
    models,
    allowedHosts: rest.allowedHosts ?? models.map(({ baseUrl }) => new URL(baseUrl).host),
    syntheses: new Map(Object.entries(syntheses).map(([key, path]) => [key, from(path)])),
    refreshes: [refresh].flat().map(({ bank, every, afterModels = null, accept }) => ({
      bank,
      every: every === undefined ? null : milliseconds(every),
      afterModels,
      accept,
    })),
    studies: studies === null ? null : from(studies),
    files: placeOf(rest.files, name, read, env),
    data: rest.data === undefined ? data : from(rest.data),
    bodyLimit: bytes(limits.bodyMegabytes),
    uploadLimit: bytes(limits.uploadMegabytes),
    requestsPerMinute: limits.requestsPerMinute,
    refusalsPerMinute: limits.refusalsPerMinute,
    sessionsInMemory: limits.sessionsInMemory,
    jobs: limits.jobs,
    trustProxy: rest.trustProxy,
    openMetrics: rest.openMetrics,
    drainSeconds: rest.drainSeconds,
  };
}

/** Where uploads are; null for the default. */
function placeOf(
  files: ServiceFile['files'],
  file: string,
  { lineOf }: Pick<YamlWithLines, 'lineOf'>,
  env: Readonly<Record<string, string | undefined>>,
): FilesPlace | null {
  if (files === undefined)
    return env.THETARANK_FILES ? filesPlace(env.THETARANK_FILES, {}, 'THETARANK_FILES') : null;
  const { place, ...settings } = typeof files === 'string' ? { place: files } : files;
  try {
    return filesPlace(place, settings, 'files', dirname(file));
  } catch (error) {
    if (!(error instanceof ThetarankError)) throw error;
    const { found, accepted } = error.details as Record<string, string>;
    return fail('FILE_INVALID', {
      file,
      where: `line ${lineOf(['files'])}, files`,
      found,
      accepted,
    });
  }
}

/** The models, each with its address and host checked. */
function checkedModels(
  { models, allowedHosts }: ServiceFile,
  file: string,
  { lineOf }: Pick<YamlWithLines, 'lineOf'>,
): EndpointConfiguration[] {
  const names = new Set<string>();
  return models.map((model, k) => {
    const refuse = (field: string, found: string, accepted: string): never =>
      fail('FILE_INVALID', {
        file,
        where: `line ${lineOf(['models', k, field])}, models[${k}].${field}`,
        found,
        accepted,
      });
    let checked: EndpointConfiguration;
    try {
      checked = endpointConfiguration(model);
    } catch (error) {
      if (!(error instanceof ThetarankError) || error.code !== 'OPTION_INVALID') throw error;
      const { option, found, accepted } = error.details as Record<string, string>;
      return refuse(option.replace(/^model, /, ''), found, accepted);
    }
    if (names.has(checked.name))
      refuse(
        'name',
        `${JSON.stringify(checked.name)} a second time`,
        'a different name for each model',
      );
    names.add(checked.name);
    const { host, hostname } = new URL(checked.baseUrl);
    const isListed = allowedHosts !== undefined && isAllowedHost(checked.baseUrl, allowedHosts);
    if (!isListed && (allowedHosts !== undefined || isMetadataHost(hostname)))
      refuse(
        'baseUrl',
        `${host}${isMetadataHost(hostname) ? ' (the metadata address of a cloud, which hands out keys)' : ''}`,
        `a host in allowedHosts, with its port unless that is 80 or 443; to allow this host, add ${host}`,
      );
    return checked;
  });
}
