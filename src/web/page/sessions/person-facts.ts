import type { SessionSummary } from '../../../api/sessions.ts';
import { moment } from '../../format/time.ts';
import type { Fact } from '../../part/facts.tsx';
import { t } from '../../words/t.ts';

/** Facts that only tests of people have; empty for models. */
export function personFacts({
  person,
  timeLimit,
  extraMinutes,
  breaks,
  begunAt,
  onBreak,
}: SessionSummary): Fact[] {
  if (!person) return [];
  return [
    { name: t('Taken by'), value: onBreak ? t('a person, on a break now') : t('a person') },
    { name: t('Begun'), value: begunAt === null ? t('not yet') : moment(begunAt) },
    {
      name: t('Time limit'),
      value:
        timeLimit === null
          ? t('none')
          : extraMinutes === 0
            ? t('{n, plural, one {# minute} other {# minutes}}', { n: timeLimit })
            : t('{n, plural, one {# minute} other {# minutes}}, and {extra} extra', {
                n: timeLimit,
                extra: extraMinutes,
              }),
    },
    {
      name: t('Breaks'),
      value: breaks === 'any' ? t('allowed: the clock stands still') : t('none: the clock runs on'),
    },
  ];
}
