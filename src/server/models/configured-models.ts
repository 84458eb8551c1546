import type { ModelSummary } from '../../api/jobs.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import type { Examinee } from '../../examinee/examinee.ts';
import { endpointGates } from '../../examinee/gate/endpoint-gates.ts';
import { openAiExaminee } from '../../examinee/open-ai-examinee.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { nearestNames } from '../../nearest.ts';
import { RunReplies, SERVICE_REPLIES } from '../../run/run-replies.ts';
import { ServedModels } from '../../run/served-models.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';
import { requireAllowedHost } from './allowed-host.ts';

/** A model that the service may ask. */
export interface ConfiguredModel {
  readonly configuration: EndpointConfiguration;
  /** Its examinee, shared by all sessions so that the limits of its endpoint apply to all of them. @throws KEY_MISSING */
  examinee(): Examinee;
}

/** The models of the administrator's configuration. */
export interface ConfiguredModels {
  list(): ModelSummary[];
  find(name: string): ConfiguredModel | undefined;
  /** @throws NAME_UNKNOWN */
  get(name: string): ConfiguredModel;
}

/** @throws HOST_NOT_ALLOWED, OPTIONS_CONFLICT for two models of one name */
export function configuredModels(
  { store, log }: Pick<ServiceContext, 'store' | 'log'>,
  { models, allowedHosts }: Pick<ServiceConfiguration, 'models' | 'allowedHosts'>,
  env: Readonly<Record<string, string | undefined>>,
): ConfiguredModels {
  const gateOf = endpointGates(SYSTEM_CLOCK);
  const known = new Map<string, ConfiguredModel>();
  for (const configuration of models) {
    const { name } = configuration;
    requireAllowedHost(configuration, allowedHosts);
    if (known.has(name))
      fail('OPTIONS_CONFLICT', {
        options: 'models in the configuration of the service',
        reason: `two models are called ${name}; rename one of them.`,
      });
    let examinee: Examinee | undefined;
    known.set(name, {
      configuration,
      examinee() {
        examinee ??= watched(
          openAiExaminee(configuration, {
            ...SYSTEM_CLOCK,
            env,
            seed: 'service',
            // A question whose answer was paid for and came too late for its session is not paid for again in that session.
            cache: new RunReplies(store.replies, SERVICE_REPLIES),
            gate: gateOf(configuration),
            log: ({ event, item: _, ...facts }) =>
              event === 'retry' || event === 'failed'
                ? log('warn', `model-${event}`, facts)
                : undefined,
          }),
          new ServedModels((change) => log('warn', 'model-changed', { ...change })),
        );
        return examinee;
      },
    });
  }

  const get = (name: string): ConfiguredModel =>
    known.get(name) ??
    fail('NAME_UNKNOWN', { kind: 'model', name, nearest: nearestNames(name, [...known.keys()]) });

  return {
    list: () => models.map(({ name, model }) => ({ name, model })),
    find: (name) => known.get(name),
    get,
  };
}

/** A model whose endpoint is watched for another model behind the same name. */
function watched(examinee: Examinee, served: ServedModels): Examinee {
  return {
    name: examinee.name,
    async ask(question, signal, hold) {
      const reply = await examinee.ask(question, signal, hold);
      served.note(examinee.name, reply);
      return reply;
    },
  };
}
