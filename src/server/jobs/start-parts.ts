import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';
import type { JobService } from './job-service.ts';

/** What routes that start jobs are made of. */
export interface StartParts {
  readonly jobs: JobService;
  readonly context: ServiceContext;
  readonly configuration: ServiceConfiguration;
}
