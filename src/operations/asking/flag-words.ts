import type { SettingWords } from '../../examinee/endpoint/configuration/setting-words.ts';

/** How hints call the settings of a model that is given by `--model`. */
export const FLAG_WORDS: SettingWords = {
  keyVariable: '-M key-variable',
  price: '-M price=IN:OUT',
  maxTokens: '-M max-tokens',
  sampling: '-M temperature',
  extraBody: '-M extra-body',
  extraHeaders: 'extraHeaders in --models-file',
  timeoutSeconds: '-M timeout',
  retries: '-M retries',
  concurrency: '--concurrency',
  requestsPerMinute: '-M rpm',
  tokensPerMinute: '-M tpm',
  all: 'the settings of the model (-M NAME=VALUE)',
};
