import { PERSON_KINDS, type PersonKind, type PersonTest, personRow } from 'thetarank/study';
import { figure, markdownTable, percentOf } from '../../text.ts';
import type { PeopleCell } from './cells.ts';

/** Tests of the people of one kind, by method. */
export interface PeopleRow {
  readonly kind: PersonKind;
  readonly byMethod: readonly (readonly PersonTest[])[];
}

/** Tests of the recorded models of one bank with one length. */
export interface ModelRow {
  readonly bank: string;
  readonly items: number;
  readonly design: readonly PersonTest[];
  readonly model: readonly PersonTest[];
}

interface Cell {
  readonly cell: PeopleCell;
  readonly kinds: readonly PeopleRow[];
}

/** docs/evidence/people.md */
export function peoplePage(
  cells: readonly Cell[],
  models: readonly ModelRow[],
  people: number,
): string {
  const error = (100 * 1.96 * Math.sqrt(0.09 / people)).toFixed(0);
  return `# Evidence for tests that people take

Do the 90% intervals hold that [people](../people.md) read? The people are simulated, on built-in banks with the calibrations of their recorded models: ${people} of
each kind, so that ± of 95% is about ${error} points of coverage. Each has a form of their own seed. The score is compared with the expected share right on the whole
bank, and the interval is that of the expected score, as on the result page.

Each cell is: mean absolute error in points, share of the intervals that hold, mean width in points.

${markdownTable(
  ['kind', 'what it does'],
  PERSON_KINDS.map(({ name, description }) => [name, description]),
)}

${cells.map(section).join('\n\n')}

The interval of a drawn form by its design holds about as often as it says, whoever takes it. Scores by the response model mostly err as much or
more, and their intervals hold far too seldom. The longer an adaptive test, the narrower its intervals, while the error of the model stays. Where *robust* would be verified by the
rule for models, ${robustText(cells)}

## Recorded models on the same forms

Each recorded model takes a representative form, on a calibration without its family. The truth is its recorded score. Models with missing answers are left out.

${markdownTable(
  ['bank', 'items:', 'models:', 'by its design', 'by the model'],
  models.map(({ bank, items, design, model }) => [
    bank,
    String(items),
    String(design.length),
    cellOf(design, 'recorded'),
    cellOf(model, 'recorded'),
  ]),
)}

For models the response model errs less, and its intervals hold nearly as often as they say. So fixed forms of models are scored by it, and drawn forms of people by their design.
`;
}

function section({ cell: { bank, items, methods }, kinds }: Cell): string {
  return `## ${bank}, ${items} questions

${markdownTable(
  ['people', ...methods],
  kinds.map(({ kind, byMethod }) => [kind.name, ...byMethod.map((own) => cellOf(own, 'expected'))]),
)}`;
}

function cellOf(tests: readonly PersonTest[], of: 'recorded' | 'expected'): string {
  const { error, held, width } = personRow(tests, of);
  return `${figure(error, 1)}, ${percentOf(held)}, ${figure(width, 0)}`;
}

/** How many of the intervals that would be verified for models hold. */
function robustText(cells: readonly Cell[]): string {
  const tests = cells.flatMap(({ cell, kinds }) => {
    const at = cell.methods.indexOf('robust');
    return at < 0 ? [] : kinds.flatMap(({ byMethod }) => byMethod[at]);
  });
  const { verified, verifiedHeld } = personRow(tests, 'expected');
  return `as in ${percentOf(verified)} of these tests, ${percentOf(verifiedHeld)} of the intervals hold. No adaptive test of a person is verified.`;
}
