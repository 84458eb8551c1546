import { modelList } from '../../api/jobs.ts';
import { type Route, route } from '../route.ts';
import type { ConfiguredModels } from './configured-models.ts';

/** The models that the service may ask, by name: neither addresses nor keys. */
export function modelRoutes({ models }: { readonly models: ConfiguredModels }): Route[] {
  return [
    route({
      method: 'GET',
      url: '/v1/models',
      tag: 'Models',
      summary: 'List the models that the service can ask',
      description:
        'They come only from the configuration of the service. If a session names one of them, the service asks it.',
      roles: ['administrator', 'runner', 'viewer'],
      reply: modelList,
      handle: () => ({ items: models.list() }),
    }),
  ];
}
