import { loadBuiltinBank } from '../../../../src/index.ts';
import { alarmTable } from './alarm-table.ts';
import { coverageTable } from './coverage-table.ts';
import { notLosing } from './not-losing.ts';
import type { StudyResult } from './run-studies.ts';
import { FOLDS, SEED } from './studies.ts';
import { studySection } from './study-section.ts';

/** The page of all results. @param key names the code that made them */
export function pageOf(results: readonly StudyResult[], key: string): string {
  const banks = [...new Set(results.map(({ study }) => study.bank))];
  const parts = [
    howItWasDone(key),
    notLosing(results),
    coverageTable(results),
    alarmTable(results),
    ...banks.flatMap((name) => [
      `## ${name}\n\n${loadBuiltinBank(name).title}.`,
      ...results.filter(({ study }) => study.bank === name).map(studySection),
    ]),
    SYNTHESIZED,
    limits(),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const howItWasDone = (key: string) => `# Evidence

Made by \`npm run evidence\` (code ${key}, seed ${SEED}); do not edit by hand.

## How it was done

Recorded models are tested as if they were new: items are calibrated on other models, each model is asked the stated number of items,
and the predicted score on the whole bank is compared with the recorded one. Errors, bias and widths are in points of that score; ± is
the standard error over families and repetitions. Who is tested on a calibration from whom:

- **Whole families left out**: in each repetition the models are dealt into ${FOLDS} folds of whole families (as the bank names them, else
  read off the names). This is the case of a model of a new maker, and the one that the README shows.
- **With few models**: the same, but each calibration sees only so many of the other models, drawn at random.
- **Single models left out**: ${FOLDS} folds of models, sisters on both sides. The case of a new checkpoint of a known family.
- **The strongest fifth**, on a calibration from all the others: what happens at the frontier. The split is the same in every
  repetition; only the draws within the tests differ.

"Own hold" is the share of 90% intervals that hold the recorded score as the strategy gives them (with a 95% bootstrap interval over families): made by
the model (±1.645 SE), by the design of the sample (\`random\`, \`random-stratified\`), or, for \`robust\`, widened by what it learned on families left
out of its calibration, before it saw the model it is tested on. How far it falls short of 90% is the misfit. "Widened hold" is the same
after each model's interval was widened by the errors on the other tested models; it is close to 90% **by construction** and no
evidence by itself. What it costs is the width. (\`random\`, \`random-stratified\` and \`robust\` are not widened.)`;

const SYNTHESIZED = `## Synthesized participants

None of the figures above is of [participants synthesized](../synthesis.md) by generate, debate, reflect. What these are worth was tried among
simulated models only, on [a page of its own](synthesis.md). **Simulated models verify the code, not the method**: who persuades whom
there is assumed, and a gain that was put in comes out. Whether synthesis helps with real models is not known. [The protocol of a
trial](../trial.md) that could tell: at least 3 pools of models and held-out models of families that are in no pool, everything that decides
fixed before the first call, the pool as sampling unit. One command carries it out:

    thetarank research trial --bank my-bank --config trial.yaml --items 500 --budget 200usd --out trial`;

const limits = () => `## What these figures do not show

- **Both recorded matrices were used while the program was developed.** Methods were chosen with them in sight: which strategies there
  are, and how they work. No setting is tuned to a bank by name or size, but a few general ones were
  also chosen then: the centre of the guessing prior (0.1), the wide prior of the leading ability, how much wider intervals are beyond
  the calibration (twice), the order in which choices are preferred, and the bounds of alarms. On data that nobody has looked at, expect a little less.
- Two matrices of one kind of task each say little of a third. \`simulate post-hoc\` makes the same figures of your own answers.
- A dozen families are few: bootstrap intervals over so few are somewhat too narrow, and where all intervals hold, that of the share is a point.
- Repetitions test the same models again. They average the draws of folds and items, and do not add models.
- Widened intervals hold for models that are like the recorded ones. The strongest fifth shows a harder case, on a handful of models.
- Five of the 34 MMLU-Pro models have gaps (one answered 86% of the items): their scores are of the items they answered.
- With ${loadBuiltinBank('climedbench').responses.examinees.length} models the climedbench intervals rest on too few others to be verified, and are marked so wherever they are printed.
- climedbench's answers are drawn by a program so that its models have the published scenario scores. It shows what a
  bank of many scenarios does to a one-dimensional method, not how the named models would do.`;
