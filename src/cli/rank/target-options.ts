import { InvalidArgumentError } from 'commander';
import { SCORE_TARGETS, type ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';

/** The options of `rank` that say which scores are printed. */
export interface TargetOptions {
  readonly target?: ScoreTarget;
  readonly byTag?: boolean;
}

/** Reads `recorded` or `expected`; for commander's option parsers. */
export function scoreTarget(text: string): ScoreTarget {
  const target = SCORE_TARGETS.find((name) => name === text);
  if (target === undefined)
    throw new InvalidArgumentError(`Accepted: ${SCORE_TARGETS.join(' or ')}.`);
  return target;
}

/**
 * Expected scores and scores by tag are those of a ranking by robust tests: other strategies give an examinee one ability,
 * under which its tag scores would have no errors of their own.
 *
 * @throws OPTIONS_CONFLICT
 */
export function refuseTargets(options: TargetOptions & { readonly strategy: string }): void {
  if (options.strategy === 'robust') return;
  const asked = [
    ...(options.target === 'expected' ? ['--target expected'] : []),
    ...(options.byTag === true ? ['--by-tag'] : []),
  ];
  for (const own of asked)
    fail('OPTIONS_CONFLICT', {
      options: `--strategy ${options.strategy}, ${own}`,
      reason: 'only "robust" predicts these scores; leave one of the options out.',
    });
}

/** @throws OPTIONS_CONFLICT if scores by tag are asked for and the items have none */
export function requireTags(
  { byTag }: TargetOptions,
  { tags }: RecordedBank,
  isOwn: boolean,
): void {
  if (byTag === true && Object.keys(tags).length === 0)
    fail('OPTIONS_CONFLICT', {
      options: '--by-tag',
      reason: `these items have no tags${isOwn ? '; add --tags FILE, a CSV with the column item and one column per tag' : ', so there are no scores by tag; remove --by-tag, or use a bank with tags, such as mmlu-pro'}.`,
    });
}
