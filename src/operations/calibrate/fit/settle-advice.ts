import type { Fitted } from '../../../workflow/calibration/fit-result.ts';

/** More rounds seldom help where examinees are the parameters: their changes may never become smaller. */
const USUAL_ROUNDS = 500;

/** Fits that still change by more have not settled, whatever tolerance they are given. */
const WIDEST_TOLERANCE = 0.01;

/** What makes a fit converge that has not. */
export function settleAdvice({
  mode,
  iterations,
  change,
  rung,
  model,
}: Pick<Fitted, 'mode' | 'iterations' | 'change' | 'rung' | 'model'>): string {
  if (mode === 'marginal') {
    const rounds = `fit again with --max-iterations ${Math.max(1000, 4 * iterations)}`;
    const fewer = rung === null ? FEWER[model] : rung === '1pl' ? null : '--rung 1pl';
    const simpler = fewer === null ? '' : `, with fewer parameters (${fewer})`;
    return `${rounds}${simpler}, or with tighter priors (--prior-a, --prior-b)`;
  }
  const tolerance = aboveIt(change);
  const ways = [
    ...(iterations < USUAL_ROUNDS ? [`--max-iterations ${USUAL_ROUNDS}`] : []),
    ...(iterations >= USUAL_ROUNDS && Number(tolerance) <= WIDEST_TOLERANCE
      ? [`--convergence ${tolerance}`]
      : []),
    ...(rung === '1pl' ? [] : ['--rung 1pl']),
  ];
  const way = ways.length > 0 ? ways.join(' or ') : `--max-iterations ${4 * iterations}`;
  return `fit again with ${way}: an ability still changed by ${change.toPrecision(2)} in the last rounds`;
}

/** A model with fewer parameters than each. */
const FEWER: Readonly<Record<Fitted['model'], string | null>> = {
  rasch: null,
  '2pl': '--irt-model rasch',
  '3pl': '--irt-model 2pl',
  '4pl': '--irt-model 2pl',
};

/** A round number at least half as large again: as the largest change of ten rounds is not that of all. */
function aboveIt(change: number): string {
  const power = 10 ** Math.floor(Math.log10(1.5 * change));
  return (Math.ceil((1.5 * change) / power) * power).toPrecision(1);
}
