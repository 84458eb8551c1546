import type { Outcome, RetryReason } from './outcome.ts';

/** What an endpoint says about an error, as far as it does. */
export interface EndpointError {
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
  readonly param: string | null;
  /** In milliseconds, where the endpoint asks for it. */
  readonly wait: number | null;
  /** The host a redirect leads to. */
  readonly location: string | null;
}

/** Fields of a request that come from the configuration: refused once, refused always. */
const SETTINGS =
  /^(?:model|temperature|top_p|max_tokens|max_completion_tokens|stop|seed|stream|stream_options|reasoning_effort)\b/;
const SETTING_CODES =
  /^(?:model_not_found|invalid_model|unsupported_(?:parameter|value)|unknown_parameter)$/;
const NO_CREDIT = /insufficient_quota|billing|insufficient_balance/i;
const CONTENT = /content_(?:filter|policy)|moderation|flagged|safety/i;

/** What follows from the status of a response that is no answer. */
export function statusOutcome(error: EndpointError): Outcome {
  const { status, code, message, param } = error;
  const reason = `HTTP ${status}${code === null ? '' : `, ${code}`}${message === '' ? '' : `: ${message}`}`;
  const retry = (why: RetryReason): Outcome => ({
    kind: 'retry',
    reason: why,
    detail: reason,
    wait: error.wait,
  });
  const failed = (todo: string): Outcome => ({ kind: 'failed', reason, todo });
  if (status >= 300 && status < 400)
    return {
      kind: 'failed',
      reason: `HTTP ${status}: a redirect to ${error.location ?? 'nowhere'}`,
      todo: 'Redirects are not followed, since the key would go along. Give the address it leads to, if you trust it.',
    };
  switch (status) {
    case 400:
    case 413:
    case 422:
      return SETTINGS.test(param ?? '') || SETTING_CODES.test(code ?? '')
        ? failed(`Change ${param ?? 'the setting it names'} in the configuration of the model.`)
        : { kind: 'refused', reason };
    case 401:
      return failed('Check the key, and that keyVariable names the variable that holds it.');
    case 402:
      return failed('Pay the provider, or use another key.');
    case 403:
      return CONTENT.test(`${code} ${message}`)
        ? { kind: 'refused', reason }
        : failed('Ask the provider for access to the model, or use another key.');
    case 404:
      return failed(
        'Check the name of the model, and that the address ends as the provider says, mostly in /v1.',
      );
    case 429:
      return NO_CREDIT.test(`${code}`)
        ? failed('Pay the provider, or use another key.')
        : retry('rate-limit');
    case 408:
    case 409:
    case 425:
      return retry('busy');
    case 503:
    case 529:
      return retry('overload');
    default:
      return status >= 500 ? retry('server') : failed('Check the address and the configuration.');
  }
}

/** What to do where requests were used up. */
export function afterRetries(reason: RetryReason): string {
  switch (reason) {
    case 'rate-limit':
      return 'Lower requestsPerMinute, tokensPerMinute or concurrency, or raise retries.';
    case 'overload':
    case 'server':
    case 'busy':
      return 'Try again later, lower concurrency, or raise retries.';
    case 'network':
      return 'Check that the endpoint runs, its address and the network.';
    case 'timeout':
      return 'Raise timeoutSeconds, or lower maxTokens or concurrency.';
    case 'cut':
      return 'See what ends connections on the way, such as the time limit of a proxy.';
    case 'garbage':
      return 'Check that the address is that of an OpenAI-compatible endpoint.';
  }
}
