import { balanceTag } from '../../../src/ranking/recorded-bank.ts';
import { balancedTest, paperTest } from '../../../src/ranking/recorded-test.ts';
import { fromPrediction, type Strategy } from '../strategy-test.ts';

/** The published method: maximum likelihood and maximum information. */
export const paper: Strategy = ({ part, examinee, lengths, path }) =>
  paperTest(part.bank, examinee, lengths, path.join('/')).checkpoints.map(fromPrediction);

/** The same, with every value of the score's tag (else of the first tag) in its share of the test. */
export const balanced: Strategy = ({ bank, part, examinee, lengths, path }) =>
  balancedTest(part.bank, examinee, balanceTag(bank), lengths, path.join('/')).checkpoints.map(
    fromPrediction,
  );
