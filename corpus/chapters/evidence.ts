import { type Case, type Chapter, RESEARCH } from '../case.ts';
import { evidenceData } from '../evidence-data.ts';

/** One repetition of a few cells: its results as JSON, and the page that they make. */
const evidence = (name: string, how: string): Case => ({
  name,
  args: `${RESEARCH}${name} ${how}${how && ' '}--json --data data --kept kept --out .`,
  drops: ['kept'],
});

/** Programs of `research`, on simulated answers or on small banks in place of the built-in ones. */
export const EVIDENCE: Chapter = {
  name: 'evidence',
  cases: [
    {
      ...evidence('judges', '--runs 1 --only bias.*:10,|unlike|effective.*:50,'),
      files: evidenceData(),
      drops: ['kept', 'data'],
    },
    evidence('noise', '--runs 1 --only recovered.*normal.*:5,|plans|passes.*items.:10}'),
    evidence('bounds', '--runs 1 --only (identical|wrong).*(sessions|fit)'),
    evidence('warnings', '--only .items.:15,.*:0,|models.:5,.*-1'),
    evidence('pretest', '--runs 1 --only random'),
    evidence('agreement', '--runs 1 --only (all|same).*:8,|few.*:5'),
    evidence('raters', '--runs 1 --only 20.answers|spread.2|equal.*raters.:2,|usual,.*3,5'),
    evidence('stress', '--runs 1 --only binary.*:400.*null'),
    evidence('dif', '--runs 1 --only 30,30|perGroup.:50,.*true|leaked.:0}'),
    evidence('humans', '--banks 5 --only respondents.:20,.*items.:5|shared.:0.5'),
    evidence('graded', '--runs 1 --only recovery.*gpcm.*:100}'),
    { ...evidence('paper', '--seeds 1 --recorded 0 --items 600'), drops: ['kept', 'paper-'] },
    evidence('flags', '--only 300,20|items.:30,'),
    evidence('fractions', '--runs 1 --models 15 --items 100 --only kinds.*graded.:4'),
    evidence('strange', '--tests 1 --items 25 --only tests.*cruxeval'),
    evidence('when', '--seeds 1 --only cruxeval.*:12,'),
    evidence('people', '--people 2 --only cruxeval-o.*:20,'),
    evidence('watch', '--only cruxeval.*random.}'),
    evidence('series', '--only cruxeval.*f0.*rise'),
    evidence('compare', '--runs 1 --only limits.*cruxeval'),
    evidence('calibration', '--only marginal.*2pl.*true'),
    evidence('ranking', '--seeds 1 --only climedbench'),
    evidence('orders', '--runs 1 --only tag-effects'),
    evidence('costs', '--runs 1 --only independent.*:25,.*true'),
    evidence('audit', ''),
    evidence('graded-tests', '--draws 1 --only AlgoTune'),
    evidence('likelihoods', '--runs 1 --models 5 --items 60'),
    evidence('abilities', '--repetitions 1 --only LSAT7.*rasch|3PL.*normal'),
    evidence('refresh', '--only ikp'),
    evidence('synthesis', '--seeds 1 --items 40 --only shared.:0,'),
  ],
};
