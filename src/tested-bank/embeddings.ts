import { fail } from '../errors.ts';
import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';
import type { LiveBank } from './live-bank.ts';

/** That there are embeddings for a bank that needs them. @throws EMBEDDINGS_MISSING */
export function requireEmbeddings(
  {
    needsEmbeddings,
    recorded,
  }: Pick<LiveBank, 'needsEmbeddings'> & {
    readonly recorded: { readonly name: string };
  },
  embeddings: EndpointConfiguration | undefined,
): void {
  if (needsEmbeddings && embeddings === undefined)
    fail('EMBEDDINGS_MISSING', { where: `bank ${recorded.name}` });
}

/** What a run records of its embeddings, since others are another measurement. Nothing for a bank that needs none. No keys. */
export function recordedEmbeddings(
  { needsEmbeddings }: Pick<LiveBank, 'needsEmbeddings'>,
  embeddings: EndpointConfiguration | undefined,
): { readonly embeddings?: object } {
  if (!needsEmbeddings || embeddings === undefined) return {};
  const { name, baseUrl, model, extraBody, extraHeaders } = embeddings;
  return { embeddings: { name, baseUrl, model, extraBody, extraHeaders } };
}
