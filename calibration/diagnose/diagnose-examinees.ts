import { answersOf } from '../../src/irt/answers.ts';
import { correctedPersonFit } from '../../src/irt/corrected-person-fit.ts';
import type { NormalPrior } from '../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import { personFit } from '../../src/irt/person-fit.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { scoreExaminees } from '../../src/irt/score-examinees.ts';
import { NORMAL_90 } from '../../src/statistics/normal-points.ts';

/** What the answers of one examinee say of its fit; null where a value does not exist. */
export interface ExamineeDiagnosis {
  readonly examinee: string;
  readonly answered: number;
  readonly right: number;
  /** Expected a posteriori, with its standard error. */
  readonly ability: number;
  readonly se: number;
  /** l_z at this ability. */
  readonly lz: number | null;
  /** Warm's weighted likelihood estimate; null without answers. */
  readonly wle: number | null;
  /** l_z*, corrected for the estimate, at Warm's; null where that sits on a bound. */
  readonly lzCorrected: number | null;
  /** l_z* is below −1.645: 5% of examinees who follow the model are. */
  readonly isMisfit: boolean;
}

/** Half-width of the range of Warm's estimate in standard deviations of ability. */
const REACH = 12;

/** Ability and person fit of every examinee. */
export function diagnoseExaminees(
  { scores, items, examinees }: ResponseMatrix,
  parameters: ItemParameters,
  prior: NormalPrior,
): ExamineeDiagnosis[] {
  const width = items.length;
  const bounds = [prior.mean - REACH * prior.sd, prior.mean + REACH * prior.sd] as const;
  const eap = scoreExaminees(parameters, scores, { estimator: 'eap', prior, bounds });
  const wle = scoreExaminees(parameters, scores, { estimator: 'wle', prior, bounds });
  return examinees.map((examinee, i) => {
    const answers = answersOf(parameters, scores.subarray(i * width, (i + 1) * width));
    let right = 0;
    for (let k = 0; k < answers.count; k++) right += answers.scores[k];
    const isInside = Number.isFinite(wle.ability[i]) && wle.atBound[i] === 0;
    const corrected = isInside ? correctedPersonFit(wle.ability[i], answers) : null;
    return {
      examinee,
      answered: answers.count,
      right,
      ability: eap.ability[i],
      se: eap.se[i],
      lz: personFit(eap.ability[i], answers),
      wle: Number.isFinite(wle.ability[i]) ? wle.ability[i] : null,
      lzCorrected: corrected,
      isMisfit: corrected !== null && corrected < -NORMAL_90,
    };
  });
}
