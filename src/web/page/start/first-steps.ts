import type { BankSummary } from '../../../api/banks.ts';
import { t } from '../../words/t.ts';

/** One of the first steps on a fresh service. */
export interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly done: boolean;
  readonly button: string;
  readonly to: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
}

/** What to do first, by what the service has. */
export function firstSteps({
  banks,
  sessions,
  boards,
}: {
  readonly banks: readonly Pick<BankSummary, 'name' | 'source' | 'examinees' | 'calibrations'>[];
  /** How many there are. */
  readonly sessions: number;
  readonly boards: readonly { readonly id: string }[];
}): FirstStep[] {
  const own = banks.filter(({ source }) => source !== 'builtin');
  const builtin = banks.length - own.length;
  const also = (text: string) =>
    builtin === 0
      ? text
      : [
          text,
          t(
            'You can also begin with one of the {n, plural, one {# built-in bank} other {# built-in banks}}.',
            { n: builtin },
          ),
        ].join(t(' ||between sentences'));
  const ready = own.filter(({ examinees, calibrations }) => examinees > 0 || calibrations > 0);
  const step = { title: t('Import a bank'), done: ready.length > 0, to: ['jobs', 'new'] };
  return [
    own.length > 0 && !step.done
      ? {
          ...step,
          text: also(
            own.length === 1
              ? t(
                  'Questions are imported, but {bank} has no recorded answers yet. Adaptive tests learn from them how hard each question is. Import the answers that models gave before, or item parameters.',
                  { bank: own[0].name },
                )
              : t(
                  'Questions are imported, but your banks have no recorded answers yet. Adaptive tests learn from them how hard each question is. Import the answers that models gave before, or item parameters.',
                ),
          ),
          button: t('Import recorded answers'),
          query: { file: 'answers', ...(own.length === 1 ? { bank: own[0].name } : {}) },
        }
      : {
          ...step,
          text: also(
            t(
              'Questions as a file of CSV, JSON Lines, JSON or Parquet, then the recorded answers of models.',
            ),
          ),
          button: t('Import questions'),
        },
    {
      title: t('Ask a model'),
      text: t(
        'A session asks one model the questions that tell most about it. The service asks a configured model itself, or you send the answers.',
      ),
      done: sessions > 0,
      button: t('Start a session'),
      to: ['sessions', 'new'],
      ...(ready.length === 1 ? { query: { bank: ready[0].name } } : {}),
    },
    {
      title: t('See a leaderboard'),
      text: t(
        'When a session has finished, its model appears beside the recorded models, with its score, interval and rank.',
      ),
      done: boards.length > 0,
      button: boards.length > 0 ? t('Open the leaderboard') : t('Leaderboards'),
      to: boards.length === 1 ? ['leaderboards', boards[0].id] : ['leaderboards'],
    },
  ];
}
