import { causes } from './causes.ts';

/** The most bytes of one response, unpacked. */
export const LARGEST_RESPONSE = 16 * 2 ** 20;

/** Thrown where a response is larger. */
class ResponseTooLarge extends Error {}

export function isTooLarge(error: unknown): boolean {
  return causes(error).some((cause) => cause instanceof ResponseTooLarge);
}

/**
 * The same response, whose body ends in `ResponseTooLarge` after `limit` bytes: whatever an endpoint sends, it cannot
 * fill the memory. A body that is not packed and says how long it is cannot be longer than that, and passes as it is.
 */
export function boundedResponse(response: Response, limit = LARGEST_RESPONSE): Response {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const isPacked = response.headers.has('content-encoding');
  if (response.body === null || (length <= limit && !isPacked)) return response;
  let bytes = 0;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > limit) controller.error(new ResponseTooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
