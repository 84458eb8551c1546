import type { StandInOptions } from './options.ts';
import { standIn } from './stand-in.ts';

/** A stand-in that is listening on this machine. */
export interface ServedStandIn {
  /** Where models answer, such as `http://127.0.0.1:8000/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a stand-in to this machine alone. @param port any that is free by default */
export async function serveStandIn(options: StandInOptions, port = 0): Promise<ServedStandIn> {
  const server = standIn(options);
  const url = await server.listen({ host: '127.0.0.1', port });
  return { url: `${url}/v1`, close: () => server.close() };
}
