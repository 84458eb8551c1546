/**
 * How often language models are as each hypothesis says: what the odds in src/cat/robust/hypotheses.ts are made from. Prints the
 * probability of each hypothesis over all banks, and leaving out each of several banks in turn.
 *
 *     node scripts/usual-odds/usual-odds.ts                         the built-in banks of recorded models
 *     node scripts/usual-odds/usual-odds.ts NAME|FILE [TAGS] ...    built-in banks, or recorded answers with their items' tags
 *
 * Models are left out by whole families, five folds a bank. Each answers random items: 240, or 60% of a smaller bank.
 */
import { type Hypothesis, hypothesesOf } from '../../src/cat/robust/hypotheses.ts';
import { RobustSession } from '../../src/cat/robust/robust-session.ts';
import { randomStream } from '../../src/random.ts';
import { type RecordedBank, recordedExaminees } from '../../src/ranking/recorded-bank.ts';
import { strataOf } from '../../src/ranking/robust/item-groups.ts';
import { answeredMost } from '../../src/ranking/robust/recorded-answers.ts';
import { stratifiedOrder } from '../../src/ranking/robust/stratified-order.ts';
import { leftOutFolds, recordedBanks } from '../recorded-banks.ts';
import { learnOdds } from './learn-odds.ts';

const FOLDS = 5;
const ITEMS = { most: 240, share: 0.6 };

/** The log evidences of each examinee of a bank, by the name of the hypothesis. */
interface BankEvidences {
  readonly name: string;
  readonly examinees: readonly ReadonlyMap<string, number>[];
}

/** Names that are the same on all banks: limits by their floor and ceiling, others by their place among those that every bank has. */
function namesOf(hypotheses: readonly Hypothesis[]): string[] {
  const counts = new Map<string, number>();
  return hypotheses.map(({ mismatch, model }) => {
    if (model.chance !== undefined && model.guessing === model.chance) return 'guesses';
    const place = (counts.get(mismatch) ?? 0) + 1;
    counts.set(mismatch, place);
    if (mismatch === 'none' || mismatch === 'change') return mismatch;
    // Curves of calibrations begin at 0, so that what they begin at is the floor.
    if (mismatch === 'limits') return `limits ${model.guessing[0]} to ${model.ceiling ?? 1}`;
    return `${mismatch} ${place}`;
  });
}

function evidencesOf(bank: RecordedBank): BankEvidences {
  const recorded = recordedExaminees(bank).examinees;
  const tested = new Set(answeredMost(bank.responses));
  const examinees: ReadonlyMap<string, number>[] = [];
  for (const { model, seen, unseen, tag } of leftOutFolds(bank, FOLDS, 'usual-odds')) {
    const stratum = strataOf(seen, tag);
    const names = namesOf(hypothesesOf(model));
    for (const i of unseen.filter((row) => tested.has(row))) {
      const { weights, scores } = recorded[i];
      const random = randomStream('usual-odds', bank.name, bank.responses.examinees[i]);
      const randomOrder = stratifiedOrder((j) => weights[j] > 0, stratum, random);
      const session = new RobustSession(model, { weights, randomOrder, randomShare: 1 });
      const length = Math.min(ITEMS.most, Math.floor(ITEMS.share * randomOrder.length));
      for (const j of randomOrder.subarray(0, length)) session.record(j, scores[j]);
      session.predict();
      const logs = session.average.logEvidences();
      examinees.push(new Map(names.map((name, h) => [name, logs[h]])));
    }
  }
  return { name: bank.name, examinees };
}

const banks = [...recordedBanks(process.argv.slice(2))].map(evidencesOf);
// Banks without tags, or without known numbers of options, have fewer hypotheses.
const names = [
  ...new Set(banks.flatMap(({ examinees }) => examinees.flatMap((own) => [...own.keys()]))),
];
const oddsOf = (some: readonly BankEvidences[]) =>
  learnOdds(
    some.map(({ examinees }) =>
      examinees.map((own) =>
        Float64Array.from(names, (name) => own.get(name) ?? Number.NEGATIVE_INFINITY),
      ),
    ),
  );
const rows: [string, Float64Array][] = [['all banks', oddsOf(banks)]];
if (banks.length > 1)
  for (const left of banks)
    rows.push([`without ${left.name}`, oddsOf(banks.filter((bank) => bank !== left))]);
const models = banks.reduce((sum, { examinees }) => sum + examinees.length, 0);
console.log(`${models} models of ${banks.map(({ name }) => name).join(', ')}`);
for (const [label, odds] of rows) {
  console.log(`\n${label.padEnd(26)} probability  odds over none`);
  names.forEach((name, h) => {
    const over = (odds[h] / odds[names.indexOf('none')]).toFixed(4);
    console.log(`  ${name.padEnd(24)} ${odds[h].toFixed(4).padStart(11)}  ${over.padStart(14)}`);
  });
}
