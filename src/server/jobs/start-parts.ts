import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';
import type { JobService } from './job-service.ts';

/** The parts of routes that start jobs. */
export interface StartParts {
  readonly jobs: JobService;
  readonly context: ServiceContext;
  readonly configuration: ServiceConfiguration;
}
