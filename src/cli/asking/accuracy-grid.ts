import type { Participant } from '../../../calibration/synthesize/participants.ts';
import { plainText } from '../../plain-text.ts';
import type { AnswerSum } from '../../workflow/asking/call-tally.ts';
import { cutToWidth, displayWidth } from '../output/display-width.ts';
import { wrapped } from '../output/live-block.ts';

/** The heading above the generators and next to the critics. */
const HEAD = '% right';
const GAP = 2;
/** `100%` */
const CELL = 4;
/** A name takes no more columns than this before the cells. */
const LONGEST_NAME = 20;

/**
 * Shares right so far: generators below one another, critics side by side, each model alone on the diagonal. Participants
 * of one generator and critic (other rounds, temperatures, variants, repeats) are taken together. Where names are too
 * long for the columns, numbers stand for the critics; models that do not fit are left out, and counted in a last line.
 * Where nobody criticises, a list.
 * @param room columns, and lines at most
 * @returns lines; none where no participant has an answer, or there is no room
 */
export function accuracyGrid(
  participants: readonly Pick<Participant, 'generator' | 'critic'>[],
  sums: readonly AnswerSum[],
  { columns, rows }: { readonly columns: number; readonly rows: number },
): string[] {
  if (rows < 1 || sums.every(({ answers }) => answers === 0)) return [];
  const cells = new Map<string, { right: number; answers: number }>();
  for (const [p, { generator, critic }] of participants.entries()) {
    const key = keyOf(generator, critic ?? generator);
    const cell = cells.get(key) ?? { right: 0, answers: 0 };
    cell.right += sums[p].right;
    cell.answers += sums[p].answers;
    cells.set(key, cell);
  }
  const share = (generator: string, critic: string): string | null => {
    const cell = cells.get(keyOf(generator, critic));
    if (cell === undefined) return null;
    return cell.answers === 0 ? '–' : `${Math.round((100 * cell.right) / cell.answers)}%`;
  };
  const models = [...new Set(participants.flatMap(({ generator, critic }) => [generator, critic]))]
    .filter((name) => name !== null)
    .map((name) => ({ name, label: plainText(name) }));
  if (participants.every(({ critic }) => critic === null))
    return wrapped(
      models.map(({ name, label }) => `${label} ${share(name, name)}`),
      columns,
    ).slice(0, rows);

  const numbered = (k: number) => `${k + 1} ${models[k].label}`;
  const widest = Math.max(...models.map(({ label }) => displayWidth(label)));
  const labels = widest + String(models.length).length + 1;
  const first = Math.max(HEAD.length, Math.min(LONGEST_NAME, labels));
  const named = Math.max(CELL, widest);
  const hasNames = first + models.length * (GAP + named) < columns;
  const width = hasNames ? named : CELL;
  const fitting = Math.floor((columns - 1 - first) / (GAP + width));
  const isCut = models.length > fitting || models.length > rows - 1;
  const shown = Math.min(models.length, fitting, rows - 1 - (isCut ? 1 : 0));
  if (shown < 2) return [];
  const line = (head: string, own: readonly string[]) =>
    (
      left(head, first) + own.map((text) => ' '.repeat(GAP) + right(text, width)).join('')
    ).trimEnd();
  const some = models.slice(0, shown);
  const head = line(
    HEAD,
    some.map(({ label }, k) => (hasNames ? label : String(k + 1))),
  );
  const lines = some.map(({ name, label }, k) =>
    line(
      hasNames ? label : numbered(k),
      some.map(({ name: critic }) => share(name, critic) ?? ''),
    ),
  );
  const rest = models.length - shown;
  return [head, ...lines, ...(rest > 0 ? [`… ${rest} more models`] : [])];
}

function keyOf(generator: string, critic: string): string {
  return JSON.stringify([generator, critic]);
}

function left(text: string, width: number): string {
  const cut = cutToWidth(text, width);
  return cut + ' '.repeat(width - displayWidth(cut));
}

function right(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}
