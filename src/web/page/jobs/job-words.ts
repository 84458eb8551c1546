import type { JobKind, JobState } from '../../../api/jobs.ts';
import type { Tone } from '../../part/tone.ts';
import type { Text } from '../../words/t.ts';

export const KIND_WORDS: Readonly<Record<JobKind, Text>> = {
  'import-items': 'import of items',
  'import-answers': 'import of answers',
  'import-parameters': 'import of parameters',
  calibrate: 'calibration',
  refresh: 'refresh of a calibration',
  audit: 'audit',
  synthesize: 'synthesis',
  study: 'study',
  analysis: 'analysis',
};

/** What states are called. */
export const STATE_WORDS: Readonly<Record<JobState, Text>> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

const TONES: Readonly<Record<JobState, Tone>> = {
  waiting: 'plain',
  running: 'good',
  done: 'plain',
  failed: 'bad',
  cancelled: 'warn',
};
export const jobTone = (state: JobState) => TONES[state];
