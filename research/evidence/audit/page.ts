import { figure, markdownTable, percentOf } from '../../text.ts';
import type { AuditEvidence, KeyRow } from './audit.ts';
import { BANDS, DRAWN, FALSE_ALARMS, FIRST, type Found, SEEDS, SHARE } from './key-faults.ts';

/** docs/evidence/audit.md */
export function auditPage({
  keys,
  texts,
  own,
  flagged,
  flaggedArea,
  dependence,
  outside,
}: AuditEvidence): string {
  const [all] = keys;
  const scored = keys.filter(({ swap }) => swap === DRAWN);
  const halves = ({ found }: KeyRow) => found.halfOthers / found.others;
  const rows = {
    many: scored[0],
    sure: scored.reduce((most, own) => (halves(own) > halves(most) ? own : most)),
  };
  return `# Evidence for audits of banks

An [audit](../banks.md#audit) gives each item the probability that its printed key is wrong or that it is broken
([model](../mathematics.md#audit-of-keys)). Here faults are planted in recorded banks, and the audit is not told where.

## In short

- With letters of 20 models, the audit finds ${percentOf(share(all.found))} of keys that were swapped to the most popular wrong option, while
  ${percentOf(FALSE_ALARMS)} of the other items are suspected. The aim was 80%. The audit finds ${bandWords(all.found)}.
- The limit is in the answers: these models are right on ${percentOf(outside.weakest)} to ${percentOf(outside.best)} of the items. Where only a few of them know the key, a
  swapped key looks like a difficult question.
- "Other items" are not free of faults. ${outside.suspects} items of the bank as published have a probability of 0.5 or more. Models outside
  the audit that score higher than all in it are right on ${percentOf(outside.suspectRight)} of these, and on ${percentOf(outside.othersRight)} of the others.
- More models and stronger ones find more: with scores of ${rows.many.models} models on all items ${percentOf(share(rows.many.found))}.
- With many related models the probabilities are too sure: on ${rows.sure.answers.split(',')[0]} (${rows.sure.models} models)
  ${figure((100 * rows.sure.found.halfOthers) / rows.sure.found.others, 0)}% of the other items have a probability of 0.5 or more. The order of the suspects is more reliable than the number.

## Swapped keys

${percentOf(SHARE)} of the keys are swapped, with ${SEEDS.length} draws of the items (5 for banks of scores). "found at 5%" is the share of the swapped keys among the
most suspicious items, down to where 5% of the other items are suspected. "in first ${FIRST}" counts swapped keys among the ${FIRST} strongest suspects of an
audit, of those there could be. "from 0.5" has the share of swapped keys with a probability of 0.5 or more, and the share of other items.
"true key" is the share of those found whose true key is suggested.

Scores do not tell which option was chosen. There, wrong answers to a swapped item hit its printed option with a share that is drawn from the items
with letters (all for two options, 5% for questions without options), independently for each model. Related models share errors, so recorded letters
would be harder.

${keyTable(keys)}

By the share of the 20 models that chose the true key (letters, all models, popular wrong option):

${bandTable(all.found)}

Development: the settings (probability of a shared error, evenness of wrong options, guessing) were chosen on MMLU-Pro's 1,500 items with
letters, by other draws of the swapped items. mmlu-pro is therefore a development bank. The banks of scores had no part in it.

## Items that the makers of a bank flagged

The makers of ikp (201 models × 1,400 questions without options) flagged ${flagged.planted} items: name collisions, ambiguous labels, one disputed
answer. With scores alone, the audit finds ${percentOf(share(flagged))} of them at 5% false alarms, and ${flagged.first} are among the first ${FIRST}. A flagged
item is more suspicious than another one with probability ${figure(flaggedArea, 2)}.

## Copies and leaked keys

Planted among the 12,032 items of MMLU-Pro:

${markdownTable(
  ['fault', 'planted:', 'found:'],
  texts.map(([kind, planted, found]) => [kind, String(planted), percentOf(found / planted)]),
)}

In MMLU-Pro as published the audit calls ${own.revealed} stems revealing and ${own.near} items near-duplicates, besides ${own.exact} pairs with the same content.

## Local dependence

${
  dependence === null
    ? 'Not measured.'
    : `The ${dependence.pairs} pairs with the same content are asked twice in MMLU-Pro. Their answers share an effect of variance ${figure(dependence.variance, 2)} ± ${figure(dependence.error, 2)} squared logits
beyond ability; independent pairs have 0.`
}
`;
}

function share({ atFive, planted }: Found): number {
  return atFive / planted;
}

/** What is found of the items that most models, and few models, can answer. */
function bandWords({ bands }: Found): string {
  const known = bands.slice(3);
  const found =
    known.reduce((sum, { atFive }) => sum + atFive, 0) /
    known.reduce((sum, { planted }) => sum + planted, 0);
  return `${percentOf(found)} of the items to which at least half of the models chose the true key`;
}

function keyTable(rows: readonly KeyRow[]): string {
  return markdownTable(
    [
      'answers',
      'models:',
      'items:',
      'swapped to',
      'found at 5%:',
      `in first ${FIRST}:`,
      'from 0.5: swapped:',
      'from 0.5: others:',
      'true key:',
    ],
    rows.map(({ answers, models, items, swap, found }) => [
      answers,
      String(models),
      String(items),
      swap,
      percentOf(share(found)),
      percentOf(found.first / found.firstMost),
      percentOf(found.half / found.planted),
      `${figure((100 * found.halfOthers) / found.others, 1)}%`,
      answers.includes('letters') && found.atFive > 0
        ? percentOf(found.trueKey / found.atFive)
        : '–',
    ]),
  );
}

function bandTable({ bands }: Found): string {
  return markdownTable(
    ['right under the true key', 'swapped:', 'found at 5%:'],
    bands.map(({ planted, atFive }, k) => [
      `${percentOf(BANDS[k])} to ${percentOf(BANDS[k + 1])}`,
      String(planted),
      planted === 0 ? '–' : percentOf(atFive / planted),
    ]),
  );
}
