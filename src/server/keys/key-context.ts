import type { ServiceContext } from '../service-context.ts';

/** What the management of keys needs: the command line uses it without a service. */
export type KeyContext = Omit<ServiceContext, 'events' | 'instance'>;
