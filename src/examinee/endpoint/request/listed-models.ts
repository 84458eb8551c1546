import { z } from 'zod';
import type { EndpointServices } from '../../services.ts';
import type { Secrets } from '../configuration/secrets.ts';
import {
  type ConnectionFault,
  connectionFault,
  errorCode,
  isAbsent,
  tlsExpected,
} from '../failure/connection-fault.ts';
import { httpFetch } from './http-fetch.ts';
import { speaksTls } from './speaks-tls.ts';

/** How long to wait for a list of models, in milliseconds. */
const PATIENCE = 10_000;
/** The most bytes of it. */
const LARGEST_LIST = 4 * 2 ** 20;

const list = z.object({ data: z.array(z.object({ id: z.string() })) });

/** What came of asking for the list: why no connection is possible, or the names in it, none with the reason if there is none. */
export type FoundList =
  | { readonly fault: ConnectionFault }
  | { readonly status: number | null; readonly ids: readonly string[]; readonly why: string };

/** Asks an endpoint for its list of models, which costs nothing. Endpoints need not have one. */
export async function listedModels(
  baseUrl: string,
  { headers }: Pick<Secrets, 'headers'>,
  env: EndpointServices['env'],
): Promise<FoundList> {
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const fetch = httpFetch(baseUrl, headers, env, LARGEST_LIST);
    const response = await fetch(`${baseUrl}/models`, { method: 'GET', signal });
    const { status } = response;
    const parsed = status === 200 ? list.safeParse(jsonOf(await response.text())) : null;
    const ids = parsed?.success ? parsed.data.data.map(({ id }) => id) : [];
    return { status, ids, why: status === 200 ? 'not a list of names' : `HTTP ${status}` };
  } catch (error) {
    const fault = connectionFault(error, baseUrl) ?? absence(error, baseUrl);
    if (fault !== null) return { fault };
    if (signal.aborted)
      return { status: null, ids: [], why: `no answer within ${PATIENCE / 1000} seconds` };
    if (await speaksTls(baseUrl, env)) return { fault: tlsExpected(baseUrl) };
    return { status: null, ids: [], why: errorCode(error) ?? 'the connection broke' };
  }
}

/** At an address without a server, which waiting rarely changes. */
function absence(error: unknown, baseUrl: string): ConnectionFault | null {
  const code = errorCode(error);
  if (code !== 'EAI_AGAIN' && !isAbsent(code)) return null;
  return {
    reason: `${code} at ${baseUrl}`,
    todo:
      code === 'EAI_AGAIN'
        ? 'Check the host in the address and the network, or try again.'
        : 'Check the address, and that the endpoint is running.',
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
