import { createReadStream } from 'node:fs';
import { synthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { bankPath } from '../../api/banks.ts';
import { job, newSynthesis } from '../../api/jobs.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { isMetadataHost } from '../../examinee/endpoint/request/metadata-host.ts';
import { nearestNames } from '../../nearest.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { reviewedBank } from '../../workflow/bank/review/apply-review.ts';
import { requireBank } from '../banks/known-bank.ts';
import { requireAllowedHost } from '../models/allowed-host.ts';
import { type Route, route } from '../route.ts';
import { analysisRoutes } from './analysis-routes.ts';
import { auditTask, synthesizeTask } from './job-tasks.ts';
import type { StartParts } from './start-parts.ts';
import { uploadRoutes } from './upload-routes.ts';

const STARTED = 202;

/** Routes that start a job about a bank: analyses, uploads, audits, syntheses. */
export function startRoutes(parts: StartParts): Route[] {
  return [
    ...analysisRoutes(parts),
    ...uploadRoutes(parts),
    auditRoute(parts),
    synthesisRoute(parts),
  ];
}

function auditRoute({ jobs, context }: StartParts): Route {
  return route({
    method: 'POST',
    url: '/v1/banks/:bank/audits',
    tag: 'Jobs',
    roles: ['administrator'],
    status: STARTED,
    reply: job,
    params: bankPath,
    summary: 'Audit a bank: find items that may be faulty, for its review',
    async handle({ caller, params: { bank } }) {
      await requireBank(context.store, caller, bank);
      // Audits of built-in banks are not kept, so a review would never see the suspects.
      await reviewedBank(context.store, bank);
      return jobs.start(auditTask(bank), caller);
    },
  });
}

function synthesisRoute({ jobs, context, configuration }: StartParts): Route {
  return route({
    method: 'POST',
    url: '/v1/syntheses',
    tag: 'Jobs',
    roles: ['administrator'],
    status: STARTED,
    reply: job,
    body: newSynthesis,
    summary: 'Calibrate a bank on answers of models that debate',
    description: 'The administrator lists files with models, participants and prices by name.',
    async handle({ caller, body: { bank, configuration: name } }) {
      await requireBank(context.store, caller, bank);
      const { syntheses } = configuration;
      const file = syntheses.get(name);
      if (file === undefined)
        return fail('NAME_UNKNOWN', {
          kind: 'configuration of synthesis',
          name,
          nearest: nearestNames(name, [...syntheses.keys()]),
        });
      requireNoMetadata(file, configuration.allowedHosts);
      if (context.instance === null)
        return jobs.start(synthesizeTask(bank, name, file, []), caller);
      // Another machine may run it.
      await jobs.requireRoom(caller);
      const copy = await jobs.files.keep(name, 'yaml', createReadStream(file));
      return jobs.start(synthesizeTask(bank, name, copy, [copy]), caller);
    },
  });
}

/** As for the models of sessions: a metadata address of a cloud must be listed. @throws HOST_NOT_ALLOWED */
function requireNoMetadata(file: string, allowed: readonly string[]): void {
  let models: readonly EndpointConfiguration[];
  try {
    ({ models } = synthesisConfiguration(readYaml(file), file));
  } catch {
    // The job says what is wrong with the file.
    return;
  }
  for (const model of models)
    if (isMetadataHost(new URL(model.baseUrl).hostname)) requireAllowedHost(model, allowed);
}
