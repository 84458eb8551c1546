import {
  type Bank,
  type CalibrationOptions,
  calibrate,
  marginalLogLikelihood,
  pickExaminees,
  randomStream,
  shuffle,
} from 'thetarank';

/** Whole families are left out at random while enough models remain; of these `size` calibrate. */
function divide(
  families: readonly string[],
  size: number,
  repetition: number,
): { seen: number[]; unseen: number[] } {
  const random = randomStream('calibration-evidence', size, repetition);
  let rest = families.map((_, i) => i);
  const unseen: number[] = [];
  for (const family of shuffle([...new Set(families)].sort(), random)) {
    const members = rest.filter((i) => families[i] === family);
    if (rest.length - members.length < size) continue;
    unseen.push(...members);
    rest = rest.filter((i) => families[i] !== family);
  }
  return { seen: shuffle(rest, random).slice(0, size), unseen };
}

/** The mean log-likelihood per answer of held-out models, over repetitions, and the time of a calibration. */
export function heldOut(
  { responses, families }: Pick<Bank, 'responses' | 'families'>,
  size: number,
  repetitions: number,
  options: CalibrationOptions,
): { value: number; seconds: number } {
  let sum = 0;
  let answers = 0;
  let seconds = 0;
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    const { seen, unseen } = divide(families!, size, repetition);
    const from = performance.now();
    const { parameters } = calibrate(pickExaminees(responses, seen), options);
    seconds += (performance.now() - from) / 1000 / repetitions;
    const left = marginalLogLikelihood(parameters, pickExaminees(responses, unseen));
    sum += left.sum;
    answers += left.answers;
  }
  return { value: sum / answers, seconds };
}
