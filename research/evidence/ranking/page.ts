import { loadBuiltinBank } from 'thetarank';
import { FOLDS } from '../recorded-data.ts';
import { alarmTable } from './alarm-table.ts';
import { coverageTable } from './coverage-table.ts';
import { notLosing } from './not-losing.ts';
import type { StudyResult } from './ranking.ts';
import { SEED } from './studies.ts';
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

Code ${key}, seed ${SEED}.

## How it was done

Recorded models are tested as if they were new. Items are calibrated on other models, each model is asked the stated number of items,
and its predicted score on the whole bank is compared with the recorded one. Errors, bias and widths are in points of that score; ± is
the standard error over families and repetitions. The splits into calibration and tested models:

- **Whole families left out**: in each repetition the models are divided into ${FOLDS} folds of whole families (given by the bank, else taken
  from the names). This is the case of a model from a new maker, and the one that the README shows.
- **With few models**: the same, but each calibration uses only the given number of other models, drawn at random.
- **Single models left out**: ${FOLDS} folds of models, with families on both sides. This is the case of a new checkpoint of a known family.
- **The strongest fifth**, on a calibration from all the others: the case of a new best model. The split is the same in every
  repetition; only the draws within the tests differ.

"Own hold" is the share of the strategy's own 90% intervals that hold the recorded score (with a 95% bootstrap interval over families). These come
from the response model (±1.645 SE), from the design of the sample (\`random\`, \`random-stratified\`) or, for \`robust\`, from widths learned on
families that its calibration leaves out, without the tested model. The shortfall from 90% shows the misfit. "Widened hold" is the same
after each model's interval was widened by the errors on the other tested models; it is close to 90% **by construction** and is no
evidence by itself. Its cost is the width. (\`random\`, \`random-stratified\` and \`robust\` are not widened.)`;

const SYNTHESIZED = `## Synthesized participants

The figures above do not involve [synthesized participants](../synthesis.md). Their benefit was measured with simulated models only, on
[a page of its own](synthesis.md). **Simulated models verify the code, not the method**: who persuades whom is an assumption there, and
determines the gain. Whether synthesis helps with real models is unknown. [The protocol of a trial](../trial.md) could show it: at
least 3 pools of models, held-out models from families outside the pools, all decisions fixed before the first call, and the pool as
sampling unit. One command carries it out:

    npm run research -- trial --bank my-bank --config trial.yaml --items 500 --budget 200usd --out trial`;

const limits = () => `## What these figures do not show

- **All recorded banks were used while the program was developed.** The strategies and their rules were chosen with these data in sight. No
  setting is tuned to a bank by name or size, but general settings were chosen then: the centre of the guessing prior (0.1); for
  \`robust\` the hypotheses with their odds and their wider errors, the variances of effects (.3 of them without tags), the share of
  random items (36/n²), the number of dimensions, and the bounds of alarms. Expect slightly worse results on new data.
- A handful of matrices, each of one kind of task, say little about another. \`simulate post-hoc\` computes the same figures for your own
  answers.
- A dozen families are few: bootstrap intervals over them are somewhat too narrow, and if all intervals hold, that of the share has width 0.
- Repetitions test the same models again. They average over draws of folds and items, but add no models.
- Widened intervals hold for models that are like the recorded ones. The strongest fifth shows a harder case, on a handful of models.
- Five of the 34 MMLU-Pro models have gaps (one answered 86% of the items): their scores cover only the items that they answered.
- With ${loadBuiltinBank('climedbench').responses.examinees.length} models the climedbench intervals rest on too few other models to be verified, and every output marks them.
- climedbench's answers are drawn by a program so that its models have the published scenario scores. It shows how
  a one-dimensional method works on a bank of many scenarios, not how good the named models are.`;
