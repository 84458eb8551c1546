import type { EndpointConfiguration } from '../../src/examinee/endpoint/configuration/configuration.ts';
import type { SynthesisCall } from './calls.ts';

/** The endpoint of a call: as configured for its model, with the participant's temperature if it has one. */
export function callEndpoint(
  models: readonly EndpointConfiguration[],
  { model, temperature }: SynthesisCall,
): EndpointConfiguration {
  const own = models.find(({ name }) => name === model);
  if (own === undefined) throw new RangeError(`model ${model} is not in the pool`);
  return temperature === null ? own : { ...own, sampling: { ...own.sampling, temperature } };
}
