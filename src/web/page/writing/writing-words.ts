import type { WritingSummary } from '../../../api/writing.ts';
import type { CheckKind, IssueKind, WrittenType } from '../../../prompt/write/issues.ts';
import type { QuestionState } from '../../../writing/verdict.ts';
import type { Text } from '../../words/t.ts';

/** What is wrong with a question, as a sentence part. */
export const KIND_WORDS = {
  ambiguous: 'ambiguous',
  'several-right': 'more options are right than the key says',
  'key-wrong': 'the key is wrong',
  'not-answerable': 'the passage does not decide the answer',
  inconsistent: 'parts contradict each other',
  trivial: 'too easy without knowing the subject',
  leaked: 'the answer is given away',
  'off-topic': 'off topic or unimportant',
  language: 'faulty language',
  format: 'faulty form',
  other: 'another issue',
  invalid: 'no valid item',
  duplicate: 'nearly the same as another question',
  'no-evidence': 'the evidence is not in the passage',
  'key-in-stem': 'the question contains the answer',
  'longest-key': 'the right option is conspicuously long',
  'personal-data': 'seems to contain personal data',
  instruction: 'question or passage seems to give orders to a model',
  unsolved: 'the auditor gave no readable answer',
  unaudited: 'the auditor gave no readable list of issues',
} as const satisfies Record<IssueKind | CheckKind, Text>;

export const BY_WORDS = {
  check: 'automatic check',
  auditor: 'auditor',
  solver: 'answered without the key',
} as const satisfies Record<'check' | 'auditor' | 'solver', Text>;

export const STATE_WORDS = {
  failed: 'unreadable',
  unseen: 'not drawn for experts',
  waiting: 'waits for experts',
  accepted: 'accepted||question',
  rejected: 'rejected||question',
  conflict: 'experts differ',
  overridden: 'accepted by an administrator',
} as const satisfies Record<QuestionState, Text>;

export const STEP_WORDS = {
  asking: 'models write and audit',
  deciding: 'experts decide',
  'next-round': 'ready for the next round',
  done: 'enough questions accepted',
  'out-of-rounds': 'too few accepted after the last round',
} as const satisfies Record<WritingSummary['step'], Text>;

export const TYPE_WORDS = {
  single: 'Choose the one right option.',
  multiple: 'Choose all right options.',
  sequencing: 'Give each part its place.',
  open: 'Answer in a few words.',
} as const satisfies Record<WrittenType, Text>;
