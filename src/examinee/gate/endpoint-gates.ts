import type { Clock } from '../services.ts';
import { EndpointGate, type GateLimits } from './endpoint-gate.ts';

/** Gives all examinees of one address one gate, under the lowest of their limits. */
export function endpointGates(
  clock: Clock,
): (configuration: GateLimits & { readonly baseUrl: string }) => EndpointGate {
  const gates = new Map<string, EndpointGate>();
  return (configuration) => {
    const known = gates.get(configuration.baseUrl);
    known?.tighten(configuration);
    const gate = known ?? new EndpointGate(configuration, clock);
    gates.set(configuration.baseUrl, gate);
    return gate;
  };
}
