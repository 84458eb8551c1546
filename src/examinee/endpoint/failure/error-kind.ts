import type { EndpointError } from './status-outcome.ts';

/**
 * What an error of a request is about: this question alone (too long for the context of the model, or of content that is not allowed),
 * the credit of an account, its key, its permissions, or a setting that every question has; null if it does not say.
 */
export type ErrorKind = 'context' | 'content' | 'credit' | 'key' | 'permission' | 'setting' | null;

/** Fields of a request that come from the configuration: refused once, refused always. */
const SETTINGS =
  /^(?:model|temperature|top_p|max_tokens|max_completion_tokens|stop|seed|stream|stream_options|reasoning_effort)\b/;
const SETTING_CODES =
  /^(?:model_not_found|invalid_model|unsupported_(?:parameter|value)|unknown_parameter)$/;
/** Fields that come from a question. */
const OF_QUESTION = /^(?:messages|input|prompt|content)/;

/** Names of errors: OpenAI, llama.cpp, LiteLLM, Azure, DashScope; and two of vLLM and TGI that name a setting besides. */
const CONTEXT_CODES = alternatives(
  String.raw`\b(?:context_length_exceeded|exceed_context_size_error|ContextWindowExceeded\w*)\b`,
  String.raw`max_tokens must be at least 1, got -\d`,
  String.raw`inputs\W{0,3}tokens \+`,
);
const CONTENT_CODES = alternatives(
  String.raw`\b(?:content_filter|content_policy_violation|ContentPolicyViolation\w*|invalid_prompt)\b`,
  String.raw`\b(?:ResponsibleAIPolicyViolation|data_inspection_failed|DataInspectionFailed)\b`,
);

const CREDIT = alternatives(
  String.raw`insufficient[_ ](?:\w+[_ ])?(?:quota|balance|credits?|funds)`,
  String.raw`(?:balance|credits?)\b.{0,20}\b(?:too low|insufficient|exhausted|depleted)`,
  String.raw`(?:out of|used all|requires? more|not enough|no) (?:\w+ )?credits`,
  String.raw`billing_?(?:hard_limit|not_active|error)|billing hard limit|plans? (?:&|and) billing\b(?! details)`,
  'exceeded_current_quota|spend(?:ing)? limit|specified api usage limits',
  String.raw`payment[_ ](?:required|method)|\btop[- ]up\b|\brecharge\b|\boverdue\b|overdue(?:error|balance)|arrear`,
  '余额不足|欠费|充值',
);
/** With 429 this may as well be said of a minute: Gemini sends every limit of a rate to the billing details. */
const QUOTA = /\bquota\b|\bbilling\b/i;

const KEY = alternatives(
  String.raw`(?:invalid|incorrect|missing|expired|wrong|unknown|no)[_ ](?:\w+[_ ])?(?:api[_ -]?key|access[_ ]token|(?:auth )?credentials)\b`,
  String.raw`api[_ -]?key (?:\w+ )?(?:is |was )?(?:not valid|not found|invalid|expired|missing|required|disabled|revoked)`,
  'api_key_(?:invalid|expired|missing)|invalid_authentication|authentication[_ ](?:error|failed)',
);
const ACCOUNT = alternatives(
  String.raw`(?:account|organization|project|workspace)\b.{0,30}\b(?:deactivated|disabled|suspended|terminated|banned|restricted)`,
);
const PERMISSION = alternatives(
  String.raw`permission[_ ](?:denied|error)|access[_ ]denied|not (?:allowed|authorized|permitted) to\b`,
  String.raw`not have (?:access|permission)|must be verified|(?:country|region|location)\b.{0,40}not supported`,
);

/** Errors of settings that come without a field. */
const SETTING = alternatives(
  String.raw`(?:unknown|unrecognized|unexpected|unsupported|extra) (?:\w+ )?(?:names?|fields?|parameters?|arguments?|keywords?|inputs?)\b`,
  String.raw`max_(?:\w+_)?tokens\b.{0,20}(?:too large|too high|must be|should be|value|invalid|range|非法|范围|超出|超过|\d+ >)`,
);

/** OpenAI, vLLM, SGLang, TGI, llama.cpp, Ollama, LM Studio, Gemini, Anthropic, Bedrock, Mistral, DashScope, Zhipu. */
const CONTEXT = alternatives(
  'context[_ ](?:length|size|window|limit)|maximum (?:context|input|prompt)|token limit|too long',
  String.raw`(?:prompt|input|request|message|conversation|payload)s?\b.{0,60}too large|too many (?:\w+ )?tokens`,
  String.raw`exceed\w*\b.{0,60}\b(?:tokens?|length|context)\b|longer than the (?:model|maximum)`,
  String.raw`range of input length|less than \d+ tokens|reduce the length|超长`,
);
/** Of a proxy or server that takes no body of this size, whatever the model has room for. */
const BODY =
  /\b(?:(?:request[ _-]?)?(?:entity|body)|payload|content|request)[ _-]?too[ _-]?large(?! for)/gi;
const CONTENT = alternatives(
  'content[_ -](?:filter|policy|management|moderation)|content (?:exists risk|violat)|inappropriate content',
  'prohibited[_ ]content|sensitive[_ ]?(?:content|word|information)|new_sensitive|guardrail',
  String.raw`flagged|\bmoderation\b|\bsafety\b|safety_check|\bunsafe\b|usage (?:polic|guideline)|high risk`,
  String.raw`(?:blocked|rejected|filtered) (?:by|due to|because)\b(?!.{0,40}(?:organization|network|firewall|admin)).{0,60}(?:polic|filter|risk|prompt)`,
  '敏感|违规|不安全|风险',
);

/**
 * Determines the kind by field, code and message. Codes precede messages, and errors that affect every question precede those
 * of one question, because a question classified as refused counts as not answered.
 */
export function errorKind({ status, code, param, said }: EndpointError): ErrorKind {
  if (SETTINGS.test(param ?? '') || SETTING_CODES.test(code ?? '')) return 'setting';
  if (CONTENT_CODES.test(said)) return 'content';
  if (CONTEXT_CODES.test(said)) return 'context';
  if (CREDIT.test(said) || (status !== 429 && QUOTA.test(said))) return 'credit';
  if (KEY.test(said)) return 'key';
  if (ACCOUNT.test(said)) return 'permission';
  if ((param !== null && !OF_QUESTION.test(param)) || SETTING.test(said)) return 'setting';
  if (CONTENT.test(said)) return 'content';
  if (CONTEXT.test(status === 413 ? said.replaceAll(BODY, '') : said)) return 'context';
  return PERMISSION.test(said) ? 'permission' : null;
}

function alternatives(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'), 'i');
}
