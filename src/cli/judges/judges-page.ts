import { orDash, plural } from '../../numbers.ts';
import { ALPHA_LEVELS } from '../../statistics/agreement/krippendorff-alpha.ts';
import {
  type JudgesReport,
  PAIR_MEASURES,
  type RaterPair,
} from '../../workflow/judges/analyse-judges.ts';
import { type PageSection, studyPage } from '../simulate/study-page/study-page.ts';
import { biasText, effectiveText, MEASURE_NAMES, measuredText } from './judges-text.ts';
import { severitySections } from './severity-page.ts';

/** The report as one page that needs no other. */
export function judgesPage(report: JudgesReport): string {
  const { judges, people, answers, aspect, withPeople, pairs } = report;
  return studyPage({
    title: `Agreement of ${plural(judges.length, 'judge')}`,
    lead: `${effectiveText(report)}.`,
    facts: [
      ['answers', String(answers)],
      ['people', people.length === 0 ? 'none' : people.join(', ')],
      ['scores', aspect === null ? 'answers as a whole' : `aspect ${aspect}`],
    ],
    sections: [
      {
        heading: 'Judges',
        table: {
          caption: 'Scores by judge',
          columns: [
            { name: 'judge' },
            { name: 'answers', numeric: true },
            { name: 'mean score', numeric: true },
          ],
          rows: judges.map(({ name, answers: own, mean }) => [name, String(own), orDash(mean, 3)]),
        },
      },
      ...pairSection('Agreement with people', withPeople, (pair) => pair.first),
      ...pairSection(
        'Agreement with each other',
        pairs,
        ({ first, second }) => `${first}, ${second}`,
      ),
      ...alphaSection(report),
      ...familySection(report),
      ...severitySections(report.severity),
    ],
    ...(people.length > 0
      ? {}
      : {
          next: 'Grade a random sample of answers by people, and run the command with their scores: only they show what all judges get wrong.',
        }),
  });
}

function pairSection(
  heading: string,
  pairs: readonly RaterPair[],
  nameOf: (pair: RaterPair) => string,
): PageSection[] {
  if (pairs.length === 0) return [];
  const drawn = pairs.flatMap((pair) => {
    const { value, low, high } = pair.measures.spearman;
    if (value === null) return [];
    const label = measuredText(pair.measures.spearman);
    return { name: nameOf(pair), value, low, high, label, quiet: false };
  });
  return [
    {
      heading,
      ...(drawn.length === 0
        ? {}
        : {
            forest: {
              title: `Spearman's ρ: ${heading.toLowerCase()}`,
              caption: '90% intervals over answers.',
              xTitle: "Spearman's ρ",
              limits: [-1, 1] as const,
              rows: drawn,
            },
          }),
      table: {
        caption: 'All measures, with 90% intervals',
        columns: [
          { name: 'raters' },
          { name: 'answers', numeric: true },
          ...PAIR_MEASURES.map((name) => ({ name: MEASURE_NAMES[name] })),
        ],
        rows: pairs.map((pair) => [
          nameOf(pair),
          String(pair.answers),
          ...PAIR_MEASURES.map((name) => measuredText(pair.measures[name])),
        ]),
      },
    },
  ];
}

function alphaSection({ alpha }: JudgesReport): PageSection[] {
  const rows = (['judges', 'people'] as const).flatMap((who) => {
    const own = alpha[who];
    return own === null ? [] : [[who, ...ALPHA_LEVELS.map((level) => measuredText(own[level]))]];
  });
  if (rows.length === 0) return [];
  return [
    {
      heading: "Krippendorff's α",
      table: {
        caption: 'With 90% intervals over answers',
        columns: [{ name: 'raters' }, ...ALPHA_LEVELS.map((name) => ({ name }))],
        rows,
      },
    },
  ];
}

function familySection({ families, familiesFrom }: JudgesReport): PageSection[] {
  const known = families.filter(({ family }) => family !== '');
  if (known.length === 0) return [];
  const drawn = known.flatMap((one) =>
    one.bias === null
      ? []
      : {
          ...{ name: one.judge, value: one.bias, low: one.low, high: one.high },
          ...{ label: biasText(one), quiet: false },
        },
  );
  return [
    {
      heading: 'Own-family bias',
      paragraphs: [
        `How much more a judge gives answers of its own family than other judges do, less the same on other answers. Families: ${familiesFrom}. The intervals hold for these models: that a judge likes a single model of its family looks the same.`,
      ],
      ...(drawn.length === 0
        ? {}
        : {
            forest: {
              title: 'Own-family bias',
              caption: '95% intervals over items, in units of the score.',
              xTitle: 'bias',
              limits: [-Infinity, Infinity] as const,
              reference: 0,
              rows: drawn,
            },
          }),
      table: {
        caption: 'Own-family bias, with 95% intervals',
        columns: [
          { name: 'judge' },
          { name: 'family' },
          { name: 'own answers', numeric: true },
          { name: 'other answers', numeric: true },
          { name: 'bias' },
        ],
        rows: known.map((one) => [
          ...[one.judge, one.family, String(one.own), String(one.others)],
          biasText(one),
        ]),
      },
    },
  ];
}
