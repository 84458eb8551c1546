import { firstEqualItems } from '../equal-items.ts';
import {
  abilityInformation,
  copyPosterior,
  type ItemAnswers,
  itemPosterior,
  openAnswers,
  type PriorValues,
} from './item-posteriors.ts';
import {
  ROUND_BLOCKS,
  type RoundRunner,
  type RoundSize,
  type RoundWorkspace,
  roundBytes,
  roundWorkspaceOn,
} from './round-workspace.ts';
import { turnColumns } from './turn-columns.ts';

/** Items turned from rows to columns at a time: one row's part of them fills a cache line or two. */
const COLUMNS = 32;

/** Items of a block that share the posterior of an earlier item, and the values kept for that item during a round. */
interface EqualItems {
  /** The first item of the block with the same posterior, by place in the block. */
  readonly first: Int32Array;
  /** The place of the values kept for an item; −1 if no later item shares its posterior. */
  readonly place: Int32Array;
  readonly logLikelihood: Float64Array;
  /** By place and examinee: the slope of the answer's log-likelihood, and its information; 0 if there is no answer. */
  readonly slopes: Float64Array;
  readonly information: Float64Array;
}

/**
 * One block's part of a round: the posteriors of its items, and their sums in `gradient`, `information` and `logLikelihood`.
 * Items with the same start and the same answers stay equal, so one posterior is computed for all of them. Scratch is made
 * once.
 */
export function openRoundBlock(workspace: RoundWorkspace): (block: number) => void {
  const { size, scores, weights, abilities, settings, of, groupPriors } = workspace;
  const { examinees: n, items: width, groups } = size;
  const columns = new Float32Array(COLUMNS * n);
  const counted = new Float32Array(COLUMNS * n).fill(1);
  const rows = new Int32Array(3 * n);
  const answers = openAnswers(n);
  const slopes = new Float64Array(n);
  const own = new Float64Array(n);
  const equal = new Map<number, EqualItems>();
  return (block) => {
    const priors: PriorValues = {
      of,
      groups: Array.from({ length: groups }, (_, g) => ({
        meanLogA: groupPriors[5 * g],
        sdLogA: groupPriors[5 * g + 1],
        meanDelta: groupPriors[5 * g + 2],
        sdDelta: groupPriors[5 * g + 3],
        meanLogitC: groupPriors[5 * g + 4],
      })),
      sdLogitC: settings[0],
    };
    const looks = settings[1] === 1;
    const isLast = settings[2] === 1;
    const gradient = workspace.gradient.subarray(block * n, (block + 1) * n).fill(0);
    const information = workspace.information.subarray(block * n, (block + 1) * n);
    if (looks) information.fill(0);
    let logLikelihood = 0;
    const begin = Math.floor((block * width) / ROUND_BLOCKS);
    const end = Math.floor(((block + 1) * width) / ROUND_BLOCKS);
    // Answers do not change after the first round.
    const alike = equal.get(block) ?? equalItems(workspace, begin, end);
    equal.set(block, alike);
    for (let from = begin; from < end; from += COLUMNS) {
      const to = Math.min(end, from + COLUMNS);
      turnColumns(scores, n, width, from, to, columns);
      if (size.weighted) turnColumns(weights, n, width, from, to, counted);
      for (let j = from; j < to; j++) {
        const earlier = alike.first[j - begin];
        const place = alike.place[earlier - begin];
        if (earlier !== j) {
          copyPosterior(workspace, earlier, j);
          logLikelihood += alike.logLikelihood[place];
          for (let i = 0; i < n; i++) gradient[i] += alike.slopes[n * place + i];
          if (!looks) continue;
          for (let i = 0; i < n; i++) information[i] += alike.information[n * place + i];
          continue;
        }
        sortAnswers(columns, counted, (j - from) * n, abilities, answers, rows);
        const { count } = answers;
        const log = itemPosterior(workspace, j, answers, priors, slopes);
        logLikelihood += log;
        for (let i = 0; i < count; i++) gradient[rows[i]] += slopes[i];
        if (place >= 0) {
          alike.logLikelihood[place] = log;
          for (let i = 0; i < count; i++) alike.slopes[n * place + rows[i]] = slopes[i];
        }
        if (!looks) continue;
        abilityInformation(workspace, j, answers, isLast, own);
        // An examinee's own answers are independent of one another whatever their weights, so at the end each counts once.
        if (!isLast) for (let i = 0; i < count; i++) own[i] *= answers.weights[i];
        for (let i = 0; i < count; i++) information[rows[i]] += own[i];
        if (place < 0) continue;
        for (let i = 0; i < count; i++) alike.information[n * place + rows[i]] = own[i];
      }
    }
    workspace.logLikelihood[block] = logLikelihood;
  };
}

/** Items `from` … `to` − 1 that have the same answers, group and starting values. */
function equalItems(workspace: RoundWorkspace, from: number, to: number): EqualItems {
  const { size, scores, weights, of, modeLogA, modeDelta, modeLogitC } = workspace;
  const { examinees: n, items } = size;
  const columns = { examinees: n, items, matrices: [scores, weights] };
  const first = firstEqualItems(
    columns,
    from,
    to,
    (j, k) =>
      of[j] === of[k] &&
      modeLogA[j] === modeLogA[k] &&
      modeDelta[j] === modeDelta[k] &&
      modeLogitC[j] === modeLogitC[k],
  );
  const place = new Int32Array(to - from).fill(-1);
  let places = 0;
  for (let j = from; j < to; j++) {
    const earlier = first[j - from] - from;
    if (earlier !== j - from && place[earlier] < 0) place[earlier] = places++;
  }
  return {
    first,
    place,
    logLikelihood: new Float64Array(places),
    slopes: new Float64Array(places * n),
    information: new Float64Array(places * n),
  };
}

/** Rounds in this thread. */
export function plainRounds(size: RoundSize): RoundRunner {
  const workspace = roundWorkspaceOn(size, new ArrayBuffer(roundBytes(size)));
  const runBlock = openRoundBlock(workspace);
  return {
    workspace,
    run() {
      for (let block = 0; block < ROUND_BLOCKS; block++) runBlock(block);
    },
    close() {},
  };
}

/**
 * One item's answers in the order that itemPosterior takes.
 * @param from where the item's column begins in `columns` and `counted`
 * @param rows filled with the examinee of each answer; three times as long as there are examinees
 */
function sortAnswers(
  columns: Float32Array,
  counted: Float32Array,
  from: number,
  abilities: Float64Array,
  answers: ItemAnswers,
  rows: Int32Array,
): void {
  const { length: n } = abilities;
  let [right, wrong, others] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const u = columns[from + i];
    if (counted[from + i] === 1 && u === 1) rows[right++] = i;
    else if (counted[from + i] === 1 && u === 0) rows[n + wrong++] = i;
    else if (!Number.isNaN(u)) rows[2 * n + others++] = i;
  }
  rows.copyWithin(right, n, n + wrong);
  rows.copyWithin(right + wrong, 2 * n, 2 * n + others);
  answers.right = right;
  answers.wrong = right + wrong;
  answers.count = right + wrong + others;
  for (let k = 0; k < answers.count; k++) {
    const i = rows[k];
    answers.abilities[k] = abilities[i];
    answers.weights[k] = counted[from + i];
    answers.scores[k] = columns[from + i];
  }
}
