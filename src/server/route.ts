import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Role } from '../workflow/keys/roles.ts';
import type { Caller } from './caller.ts';

/** A request for a route, checked against the schemas. */
export interface RouteInput<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: Caller;
  /** Aborted when the client goes away, or the service closes. */
  readonly signal: AbortSignal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A reply other than JSON: a file, a text, a stream of events. */
export interface RawReply {
  readonly type: string;
  readonly body: string | Uint8Array | Readable;
  /** Offered as a file of this name. */
  readonly file?: string;
}

/** One route: its inputs, its callers and its outputs. Schemas check requests, cut replies, and make the OpenAPI text. */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:name`. */
  readonly url: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Who may call it; `anyone`: without a key. */
  readonly roles: readonly Role[] | 'anyone';
  /** Reads the key where it is not in the header Authorization. Refused keys then get LINK_UNKNOWN, whatever the reason. */
  readonly keyOf?: (request: Pick<FastifyRequest, 'params'>) => string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** All that `body` accepts in the end, for the OpenAPI text alone: what takes long to load. */
  readonly wholeBody?: () => Promise<z.ZodType>;
  /** Only fields of the schema are sent; others are cut off. Null for a `RawReply`. */
  readonly reply: R | null;
  /** The same object gets the same bytes, which are written and compressed once. It has the fields of the schema alone: it is not cut. */
  readonly isKept?: boolean;
  /** Content types of a `RawReply`. */
  readonly types?: readonly string[];
  /** 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Most bytes of the body; the service's own limit by default. */
  readonly bodyLimit?: number;
  /** The body comes as a stream of bytes, of these types, and no schema reads it. */
  readonly upload?: readonly string[];
  handle(
    input: RouteInput<z.output<P>, z.output<Q>, z.output<B>>,
  ): Promise<z.input<R> | RawReply> | z.input<R> | RawReply;
}

/** A route, with the types of its schemas. */
export function route<
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodNever,
>(definition: Route<P, Q, B, R>): Route {
  return definition as unknown as Route;
}
