import type { Leaderboard } from '../../../api/leaderboards.ts';
import { SelectField } from '../../part/select-field.tsx';
import { setQuery } from '../../router/use-place.ts';
import { choicesIn } from '../../words/choices.ts';
import { type Text, t } from '../../words/t.ts';

type Target = Leaderboard['target'];

/** Which scores are shown, in short. */
export const TARGET_NAMES: Readonly<Record<Target, Text>> = {
  expected: 'expected scores',
  recorded: 'recorded scores',
};

/** And what these are. */
export const TARGET_LEADS: Readonly<Record<Target, Text>> = {
  expected:
    'The expected score is shown: what would be scored on items like these if they were answered again.',
  recorded: 'The recorded score is shown: the score on these items as they were answered.',
};

/** The target that an address names; expected scores where it names none. */
export function targetOf(text: string | undefined): Target {
  return text === 'recorded' ? 'recorded' : 'expected';
}

/** Chooses between expected and recorded scores. */
export function TargetField({ target }: { target: Target }) {
  return (
    <SelectField
      label={t('Order by')}
      value={target}
      choices={choicesIn(TARGET_NAMES)}
      onChange={(value) => setQuery({ target: value === 'expected' ? null : value })}
    />
  );
}
