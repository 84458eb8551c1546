import type { ModelSummary } from '../../api/jobs.ts';
import type { RequestTrouble } from '../../api/sessions.ts';
import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import type { Examinee } from '../../examinee/examinee.ts';
import { endpointGates } from '../../examinee/gate/endpoint-gates.ts';
import { openAiExaminee } from '../../examinee/open-ai-examinee.ts';
import { type Clock, STEADY_CLOCK } from '../../examinee/services.ts';
import { nearestNames } from '../../nearest.ts';
import { RunReplies, SERVICE_REPLIES } from '../../run/run-replies.ts';
import { ServedModels } from '../../run/served-models.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';
import { requireAllowedHost } from './allowed-host.ts';
import { ModelRequests } from './model-requests.ts';

/** A model that the service may ask. */
export interface ConfiguredModel {
  readonly configuration: EndpointConfiguration;
  /** Its examinee, shared by all sessions so that the limits of its endpoint apply to all of them. @throws KEY_MISSING */
  examinee(): Examinee;
  /** What goes wrong with the requests to it now. */
  troubles(): RequestTrouble[];
}

/** The models of the administrator's configuration. */
export interface ConfiguredModels {
  list(): ModelSummary[];
  find(name: string): ConfiguredModel | undefined;
  /** @throws NAME_UNKNOWN */
  get(name: string): ConfiguredModel;
  /** Calls a listener with the name of a model when what goes wrong with its requests changes. @returns a function that stops it */
  onTroubles(listener: (model: string) => void): () => void;
}

/** @throws HOST_NOT_ALLOWED, OPTIONS_CONFLICT for two models of one name */
export function configuredModels(
  { store, log }: Pick<ServiceContext, 'store' | 'log'>,
  { models, allowedHosts }: Pick<ServiceConfiguration, 'models' | 'allowedHosts'>,
  env: Readonly<Record<string, string | undefined>>,
  clock: Clock = STEADY_CLOCK,
): ConfiguredModels {
  const gateOf = endpointGates(clock);
  const listeners = new Set<(model: string) => void>();
  const known = new Map<string, ConfiguredModel>();
  for (const configuration of models) {
    const { name } = configuration;
    requireAllowedHost(configuration, allowedHosts);
    if (known.has(name))
      fail('OPTIONS_CONFLICT', {
        options: 'models in the configuration of the service',
        reason: `two models are called ${name}; rename one of them.`,
      });
    const requests = new ModelRequests(configuration, clock, () => {
      for (const listener of listeners) listener(name);
    });
    let examinee: Examinee | undefined;
    known.set(name, {
      configuration,
      examinee() {
        examinee ??= watched(
          openAiExaminee(configuration, {
            now: () => clock.now(),
            sleep: (...given) => clock.sleep(...given),
            env,
            seed: 'service',
            // A question whose answer was paid for and came too late for its session is not paid for again in that session.
            cache: new RunReplies(store.replies, SERVICE_REPLIES),
            gate: gateOf(configuration),
            log: ({ event, item: _, ...facts }) =>
              event === 'retry' || event === 'failed'
                ? log('warn', `model-${event}`, facts)
                : undefined,
            notice: (notice) => requests.note(notice),
          }),
          new ServedModels((change) => log('warn', 'model-changed', { ...change })),
          requests,
        );
        return examinee;
      },
      troubles: () => requests.troubles(),
    });
  }

  const get = (name: string): ConfiguredModel =>
    known.get(name) ??
    fail('NAME_UNKNOWN', { kind: 'model', name, nearest: nearestNames(name, [...known.keys()]) });

  return {
    list: () => models.map(({ name, model }) => ({ name, model })),
    find: (name) => known.get(name),
    get,
    onTroubles(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A model whose endpoint is watched for another model behind the same name, and for requests that fail. */
function watched(examinee: Examinee, served: ServedModels, requests: ModelRequests): Examinee {
  return {
    name: examinee.name,
    async ask(question, signal, hold) {
      const reply = await requests.during(() => examinee.ask(question, signal, hold));
      served.note(examinee.name, reply);
      return reply;
    },
  };
}
