import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../canonical-json.ts';
import type { Question } from '../../examinee.ts';
import type { EndpointConfiguration } from '../configuration/configuration.ts';
import { endpointRequest } from '../request/endpoint-request.ts';
import { bodyWithoutStream } from '../request/request-body.ts';

/** Changes when the same request would be answered by another reply of ours. */
const SCHEME = 1;

/**
 * The place of a reply in a cache: SHA-256 over the address, the request, the headers as they are written in the configuration
 * (so without values of the environment), the number of the repeat, and the draw and item if the question names them.
 * Streaming, and limits of time, rate and price, do not matter. No API key is included.
 */
export function replyKey(configuration: EndpointConfiguration, question: Question): string {
  const body =
    question.continuations === undefined && question.embeds !== true
      ? bodyWithoutStream(configuration, question)
      : endpointRequest(configuration, question).body;
  const { baseUrl, extraHeaders } = configuration;
  const { item, repeat, draw } = question;
  const drawn = draw === undefined ? [] : [item, draw];
  const matters = ['thetarank reply', SCHEME, baseUrl, extraHeaders, body, repeat, ...drawn];
  return createHash('sha256').update(canonicalJson(matters)).digest('hex');
}
