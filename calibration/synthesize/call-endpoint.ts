import type { EndpointConfiguration } from '../../src/examinee/endpoint/configuration/configuration.ts';
import type { SynthesisCall } from './calls.ts';

/** How the model of a call is asked: as it is configured, at the temperature of the participant where that has one. */
export function callEndpoint(
  models: readonly EndpointConfiguration[],
  { model, temperature }: SynthesisCall,
): EndpointConfiguration {
  const own = models.find(({ name }) => name === model);
  if (own === undefined) throw new RangeError(`model ${model} is not in the pool`);
  return temperature === null ? own : { ...own, sampling: { ...own.sampling, temperature } };
}
