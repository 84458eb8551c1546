import {
  FIELD_WORDS,
  type SettingWords,
} from '../../examinee/endpoint/configuration/setting-words.ts';
import type { EndpointNotice } from '../../examinee/services.ts';

/** Who has models asked: how errors call what was requested, and who is told of endpoints while they are asked. */
export interface Caller {
  readonly budget: string;
  readonly pool: string;
  readonly resume: string;
  /** The settings of a model. */
  wordsOf(model: string): SettingWords;
  readonly onNotice?: ((notice: EndpointNotice) => void) | undefined;
}

/** The library: what is requested has the names of fields. */
export const LIBRARY: Caller = {
  budget: 'budget',
  pool: 'pool',
  resume: 'resume',
  wordsOf: () => FIELD_WORDS,
};
