import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Data that can be read, and a tag that changes with them, for less than they cost. */
export interface Tagged<T> {
  readonly etag: string;
  read(): Promise<T>;
}

/** The entity tag of a reply that depends on these facts alone. */
export function tagOf(...facts: readonly unknown[]): string {
  return `"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url')}"`;
}

/** Gives a reply its tag. True, with the code 304, if the client has it: then there is nothing to read. */
export function isKnown(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  etag: string,
): boolean {
  reply.header('etag', etag);
  const known = request.headers['if-none-match']?.split(',') ?? [];
  if (!known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return false;
  reply.code(304);
  return true;
}
