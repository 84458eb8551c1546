import { ENGLISH, type Words } from '../../languages/words.ts';
import { shellWord } from '../../shell-word.ts';
import type { StressResult } from '../../workflow/stress/stress-result.ts';
import { databaseOf } from '../options/database-option.ts';
import type { StressOptions } from './stress-options.ts';

/** What a next step changes. @see StressOptions */
interface Changed {
  readonly precision?: number;
  /** Without the addresses of models, for files that are sent to others. */
  readonly hidesAddresses?: boolean;
}

/** The same call with `--resume`, as it is typed. */
function stressCommand(
  options: StressOptions,
  { precision, hidesAddresses }: Changed,
  t: Words,
): string {
  const {
    bank,
    variants,
    share,
    seed,
    confidence,
    target,
    items,
    model = [],
    modelsFile,
  } = options;
  const half = precision ?? options.precision;
  const models =
    hidesAddresses === true
      ? ['--model NAME@ADDRESS']
      : [
          ...model.map((one) => `--model ${shellWord(one)}`),
          ...(modelsFile === undefined ? [] : [`--models-file ${shellWord(modelsFile)}`]),
        ];
  const given = [
    `--bank ${shellWord(bank)}`,
    ...models,
    `--variants ${variants.join(',')}`,
    ...(share === 0.12 ? [] : [`--share ${share}`]),
    ...(seed === 1 ? [] : [`--seed ${seed}`]),
    ...(half === 5 ? [] : [`--precision ${half}`]),
    ...(confidence === 0.9 ? [] : [`--confidence ${confidence}`]),
    ...(target === 'expected' ? [] : [`--target ${target}`]),
    ...(items === undefined ? [] : [`--items ${items}`]),
    '--resume',
  ];
  const others = options.modelArg !== undefined || options.taskArg !== undefined;
  const where = hidesAddresses === true ? '' : databaseOf(options);
  return `thetarank stress ${given.join(' ')}${where}${others ? t(' (with the same -M and -T)') : ''}`;
}

/** What to do next. */
export function nextStep(
  options: StressOptions,
  { complete, effects, precision }: StressResult,
  changed: Pick<Changed, 'hidesAddresses'> = {},
  t: Words = ENGLISH,
): string {
  if (!complete)
    return t('ask what is missing: {command}', { command: stressCommand(options, changed, t) });
  const worst = effects
    .filter(({ verdict }) => verdict !== null && verdict.is === 'lower')
    .sort((x, y) => x.effect!.change - y.effect!.change)[0];
  const where = changed.hidesAddresses === true ? '' : databaseOf(options);
  if (worst !== undefined)
    return t('look at changed items: {command}', {
      command: `thetarank stress --bank ${shellWord(options.bank)} --list --variants ${worst.variant}${where}`,
    });
  const narrower = Math.max(0.5, 50 * precision);
  return t('for narrower intervals, with the answers kept: {command}', {
    command: stressCommand(options, { ...changed, precision: narrower }, t),
  });
}
