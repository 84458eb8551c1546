/**
 * How hints call the settings of a model: by the fields of its configuration, as in files, over HTTP and in the library.
 * Where a person sets them otherwise, such as on the command line, other words are passed in.
 */
export const FIELD_WORDS = {
  keyVariable: 'keyVariable',
  price: 'price',
  maxTokens: 'sampling.maxTokens',
  sampling: 'its sampling settings',
  extraBody: 'extraBody',
  extraHeaders: 'extraHeaders',
  timeoutSeconds: 'timeoutSeconds',
  retries: 'retries',
  concurrency: 'concurrency',
  requestsPerMinute: 'requestsPerMinute',
  tokensPerMinute: 'tokensPerMinute',
  /** Where all of them stand. */
  all: 'the configuration of the model',
} as const;

/** A word for each setting that a hint can name. */
export type SettingWords = Readonly<Record<keyof typeof FIELD_WORDS, string>>;
