import type { ServiceContext } from '../service-context.ts';

/** What keys stand on: the command line manages them without a service. */
export type KeyContext = Omit<ServiceContext, 'events'>;
