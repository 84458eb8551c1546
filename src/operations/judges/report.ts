import { aspectName } from '../../languages/aspect-name.ts';
import { listed, type ReportText, type Words } from '../../languages/words.ts';
import { orDash } from '../../numbers.ts';
import type { Document, Section } from '../../report/document.ts';
import { shellWord } from '../../shell-word.ts';
import { ALPHA_LEVELS } from '../../statistics/agreement/krippendorff-alpha.ts';
import { familySourceText } from '../../workflow/families-text.ts';
import {
  type JudgesReport,
  PAIR_MEASURES,
  type RaterPair,
} from '../../workflow/judges/analyse-judges.ts';
import type { Reading } from '../operation.ts';
import type { JudgesOptions } from './judges.ts';
import { severitySections } from './severity.ts';
import { biasText, doubtText, effectiveText, MEASURE_NAMES, measuredText } from './words.ts';

const WITH_PEOPLE = {
  heading: /*T*/ 'Agreement with people',
  spearman: /*T*/ "Spearman's ρ: agreement with people",
} as const satisfies Record<string, ReportText>;
const WITH_EACH_OTHER = {
  heading: /*T*/ 'Agreement with each other',
  spearman: /*T*/ "Spearman's ρ: agreement with each other",
} as const satisfies Record<string, ReportText>;

const LEVELS = {
  nominal: /*T*/ 'nominal',
  ordinal: /*T*/ 'ordinal',
  interval: /*T*/ 'interval||scale',
} as const satisfies Record<(typeof ALPHA_LEVELS)[number], ReportText>;

/** What a report says. */
export function judgesDocument(report: JudgesReport, reading: Reading<JudgesOptions>): Document {
  const { t } = reading;
  const { judges, people, answers, aspect, withPeople, pairs } = report;
  const next = nextStep(report, reading);
  return {
    title: t('Agreement of {n, plural, one {# judge} other {# judges}}', { n: judges.length }),
    lead: t('{sentence}.', { sentence: effectiveText(report, t) }),
    facts: [
      [t('answers'), String(answers)],
      [t('people'), people.length === 0 ? t('none') : listed(people, t)],
      [
        t('scores'),
        aspect === null
          ? t('answers as a whole')
          : t('aspect {aspect}', { aspect: aspectName(aspect, t.language) }),
      ],
    ],
    sections: [
      {
        heading: t('Judges'),
        ...(report.doubts.length === 0
          ? {}
          : { paragraphs: report.doubts.map((one) => doubtText(one, t)) }),
        table: {
          caption: t('Scores by judge'),
          columns: [
            { name: t('judge') },
            { name: t('answers'), numeric: true },
            { name: t('mean score'), numeric: true },
          ],
          rows: judges.map(({ name, answers: own, mean }) => [name, String(own), orDash(mean, 3)]),
        },
      },
      ...pairSection(WITH_PEOPLE, withPeople, (pair) => pair.first, t),
      ...pairSection(WITH_EACH_OTHER, pairs, ({ first, second }) => listed([first, second], t), t),
      ...alphaSection(report, t),
      ...familySection(report, t),
      ...severitySections(report.severity, t),
    ],
    ...(next === undefined ? {} : { next }),
  };
}

function nextStep(
  { people, aspects }: JudgesReport,
  { options: { run, files, aspect }, reader, where, hasPage, t }: Reading<JudgesOptions>,
): string | undefined {
  const withPeople = t(
    'Grade a random sample of answers by people, and run the command with their scores: only they show what all judges get wrong.',
  );
  if (reader === 'others') return people.length > 0 ? undefined : withPeople;
  const given = [
    ...(run === undefined ? [] : [`--run ${run}`]),
    ...files.map(shellWord),
    ...(people.length === 0 ? [] : [`--people ${shellWord(people.join(','))}`]),
  ].join(' ');
  const steps = [
    ...(people.length === 0
      ? [
          'let people score a random sample of the answers, and add their scores with --people NAMES',
        ]
      : []),
    ...(aspect === undefined && aspects.length > 0
      ? [`thetarank judges ${given} --aspect ${shellWord(aspects[0])}${where}`]
      : []),
    ...(hasPage ? [] : ['--report judges.html writes a page with charts']),
  ];
  return steps.length === 0 ? undefined : steps.join('; or ');
}

function pairSection(
  { heading, spearman }: typeof WITH_PEOPLE | typeof WITH_EACH_OTHER,
  pairs: readonly RaterPair[],
  nameOf: (pair: RaterPair) => string,
  t: Words,
): Section[] {
  if (pairs.length === 0) return [];
  const drawn = pairs.flatMap((pair) => {
    const { value, low, high } = pair.measures.spearman;
    if (value === null) return [];
    const label = measuredText(pair.measures.spearman, t);
    return { name: nameOf(pair), value, low, high, label, quiet: false };
  });
  return [
    {
      heading: t(heading),
      ...(drawn.length === 0
        ? {}
        : {
            forest: {
              title: t(spearman),
              caption: t('90% intervals over answers.'),
              xTitle: t("Spearman's ρ"),
              limits: [-1, 1] as const,
              rows: drawn,
            },
          }),
      table: {
        caption: t('All measures, with 90% intervals'),
        columns: [
          { name: t('raters') },
          { name: t('answers'), numeric: true },
          ...PAIR_MEASURES.map((name) => ({ name: t(MEASURE_NAMES[name]) })),
        ],
        rows: pairs.map((pair) => [
          nameOf(pair),
          String(pair.answers),
          ...PAIR_MEASURES.map((name) => measuredText(pair.measures[name], t)),
        ]),
      },
    },
  ];
}

function alphaSection({ alpha }: JudgesReport, t: Words): Section[] {
  const rows = (['judges', 'people'] as const).flatMap((who) => {
    const own = alpha[who];
    return own === null
      ? []
      : [[t(who), ...ALPHA_LEVELS.map((level) => measuredText(own[level], t))]];
  });
  if (rows.length === 0) return [];
  return [
    {
      heading: t("Krippendorff's α"),
      table: {
        caption: t('With 90% intervals over answers'),
        columns: [
          { name: t('raters') },
          ...ALPHA_LEVELS.map((name) => ({ name: t(LEVELS[name]) })),
        ],
        rows,
      },
    },
  ];
}

function familySection({ families, familiesFrom }: JudgesReport, t: Words): Section[] {
  const known = families.filter(({ family }) => family !== '');
  if (known.length === 0)
    return [
      {
        heading: t('Own-family bias'),
        paragraphs: [
          t('No judge is of the family of a model. If one is, name families by --families FILE.'),
        ],
      },
    ];
  const drawn = known.flatMap((one) =>
    one.bias === null
      ? []
      : {
          ...{ name: one.judge, value: one.bias, low: one.low, high: one.high },
          ...{ label: biasText(one, t), quiet: false },
        },
  );
  return [
    {
      heading: t('Own-family bias'),
      paragraphs: [
        t(
          'How much more a judge gives answers of its own family than other judges do, less the same on other answers. Families: {from}. The intervals hold for these models: that a judge likes a single model of its family looks the same.',
          { from: familySourceText(familiesFrom, t) },
        ),
      ],
      ...(drawn.length === 0
        ? {}
        : {
            forest: {
              title: t('Own-family bias'),
              caption: t('95% intervals over items, in units of the score.'),
              xTitle: t('bias'),
              limits: [-Infinity, Infinity] as const,
              reference: 0,
              rows: drawn,
            },
          }),
      table: {
        caption: t('Own-family bias, with 95% intervals'),
        columns: [
          { name: t('judge') },
          { name: t('family') },
          { name: t('own answers'), numeric: true },
          { name: t('other answers'), numeric: true },
          { name: t('bias') },
        ],
        rows: known.map((one) => [
          ...[one.judge, one.family, String(one.own), String(one.others)],
          biasText(one, t),
        ]),
      },
    },
  ];
}
