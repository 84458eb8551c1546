import { InvalidArgumentError } from 'commander';
import { fail } from '../../errors.ts';
import { ALL_VARIANTS, PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { CASE_HISTORIES } from '../../prompt/seal-prompt.ts';
import { TOO_LONG_RULES } from '../../scoring/absent.ts';
import { EXTRACTION_MODES } from '../../scoring/extract/modes.ts';
import { LIKELIHOOD_METRICS } from '../../scoring/likelihood/metrics.ts';
import type { LiveSettings } from '../../workflow/live/live-settings.ts';
import type { GivenValues, NamedValue, NamedValues } from '../options/named-values.ts';
import { wholeNumber } from '../options/options.ts';

/** What an item counts as that gets no answer. */
const UNANSWERED = ['stop', 'wrong'] as const;

const WRITTEN =
  'the prompt: cot, answer-only, or explain (an explanation to compare with that of the item, and the answer)';

/** The settings of `--task-arg`: how items are asked and how answers are read. */
export const TASK_ARGS = {
  variant: {
    read: oneOf(ALL_VARIANTS),
    help: `${WRITTEN}; letter or cloze for base models, whose options are scored by log-likelihoods (default: cot)`,
  },
  metric: {
    read: oneOf(LIKELIHOOD_METRICS),
    help: `with variant letter or cloze, what log-likelihoods count as: ${LIKELIHOOD_METRICS.join(', ')} (default: acc for letter, acc_norm for cloze)`,
  },
  language: {
    read: oneOf(PROMPT_LANGUAGES),
    help: `language of the prompt: ${PROMPT_LANGUAGES.join(' or ')} (default: the item's)`,
  },
  shots: { read: wholeNumber(0), help: 'worked examples before each question (default: 0)' },
  'shots-from': {
    read: String,
    help: 'tag=value of the items that serve as examples (default: split=dev)',
  },
  system: { read: String, help: 'system message' },
  history: {
    read: oneOf(CASE_HISTORIES),
    help: "what stands after the earlier questions of a case: reference (their reference answers) or own (the model's answers) (default: reference)",
  },
  mode: {
    read: oneOf(EXTRACTION_MODES),
    help: `how answers are extracted: ${EXTRACTION_MODES.join(', ')} (default: default)`,
  },
  scorers: {
    read: String,
    help: 'file of programs that score the answers to items whose metric names one (docs/metrics.md)',
  },
  judges: {
    read: String,
    help: 'file of judges that grade the answers to items whose metric is a rubric (docs/judges.md)',
  },
  embeddings: {
    read: String,
    help: 'endpoint of embeddings, for items whose metric is a cosine: NAME@https://HOST/v1, or a file with its settings (docs/metrics.md)',
  },
  pretest: {
    read: wholeNumber(0),
    help: 'pretest items to ask each model besides, at most: they do not count (default: 0)',
  },
  toolong: {
    read: oneOf(TOO_LONG_RULES),
    help: 'a question that is longer than the context of the model: missing (no score counts it) or wrong (score 0) (default: missing)',
  },
  unanswered: {
    read: oneOf(UNANSWERED),
    help: 'if a question has no answer after all retries: stop (end the test of this model; --resume asks again) or wrong (score 0) (default: stop)',
  },
} satisfies NamedValues;

export type TaskArgs = GivenValues<typeof TASK_ARGS>;

/** Settings of `--task-arg` that `compare` and `series` refuse: every question counts there. */
export const REFUSED_BY_FORMS = ['pretest', 'toolong'] as const;

/** The settings that a command takes. Without `metric` answers are written, so no variant is scored by log-likelihoods. */
export function taskArgsWithout(refused: readonly (keyof TaskArgs)[]): NamedValues {
  const taken = Object.entries(TASK_ARGS).filter(
    ([name]) => !refused.includes(name as keyof TaskArgs),
  );
  const { variant, ...rest } = Object.fromEntries<NamedValue<unknown>>(taken);
  const help = `${WRITTEN} (default: cot)`;
  return { variant: refused.includes('metric') ? { ...variant, help } : variant, ...rest };
}

/** The settings of a run that `--task-arg` gives. */
type TaskSettings = Pick<
  LiveSettings,
  | 'variant'
  | 'metric'
  | 'scorers'
  | 'judges'
  | 'embeddings'
  | 'language'
  | 'shots'
  | 'shotsFrom'
  | 'system'
  | 'history'
  | 'mode'
  | 'pretest'
  | 'tooLong'
  | 'unanswered'
>;

/** How items are asked and answers are read, with defaults for missing options. */
export function taskSettings(args: TaskArgs = {}): TaskSettings {
  const { language, system, history, metric, scorers, judges, embeddings, toolong } = args;
  return {
    variant: args.variant ?? 'cot',
    ...(metric === undefined ? {} : { metric }),
    ...(scorers === undefined ? {} : { scorers }),
    ...(judges === undefined ? {} : { judges }),
    ...(embeddings === undefined ? {} : { embeddings }),
    ...(language === undefined ? {} : { language }),
    shots: args.shots ?? 0,
    shotsFrom: args['shots-from'] ?? 'split=dev',
    ...(system === undefined ? {} : { system }),
    ...(history === undefined ? {} : { history }),
    mode: args.mode ?? 'default',
    pretest: args.pretest ?? 0,
    ...(toolong === undefined ? {} : { tooLong: toolong }),
    unanswered: args.unanswered ?? 'stop',
  };
}

function oneOf<T extends string>(known: readonly T[]): (text: string) => T {
  return (text) => {
    const found = known.find((name) => name === text);
    if (found === undefined) throw new InvalidArgumentError(`Accepted: ${known.join(', ')}.`);
    return found;
  };
}

/** @throws OPTIONS_CONFLICT for a command that asks given items, whose design knows no gap */
export function refuseGaps({ toolong }: TaskArgs = {}): void {
  if (toolong === 'missing')
    fail('OPTIONS_CONFLICT', {
      options: '-T toolong=missing',
      reason:
        'here every question counts: one that is longer than the context of the model is refused, and scores 0. Leave it out.',
    });
}
