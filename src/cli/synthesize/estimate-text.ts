import { STAGES, type Stage } from '../../../calibration/synthesize/calls.ts';
import type { DesignPrecision } from '../../../calibration/synthesize/design-precision.ts';
import { count, decimal, percent } from '../../numbers.ts';
import type { SynthesisEstimate } from '../../workflow/synthesis/synthesis-estimate.ts';
import { textTable } from '../output/table.ts';

/** What a dry run prints: calls by model and stage, how the design is balanced, and what precision it costs. */
export function estimateText({
  byModel,
  design,
  precisionCorrelated,
  precisionTogether,
}: SynthesisEstimate): string {
  const { participantsPerItem: at, itemsPerParticipant: own, sharedItems: shared } = design;
  const total = (stage: Stage) => byModel.reduce((sum, model) => sum + model[stage], 0);
  const row = (name: string, of: Readonly<Record<Stage, number>>) => [
    name,
    ...STAGES.map((stage) => count(of[stage])),
    count(STAGES.reduce((sum, stage) => sum + of[stage], 0)),
  ];
  const all = { generate: total('generate'), debate: total('debate'), reflect: total('reflect') };
  return [
    textTable(
      [
        { head: 'calls of' },
        ...[...STAGES, 'all'].map((head) => ({ head, align: 'right' as const })),
      ],
      [...byModel.map((model) => row(model.model, model)), row('all', all)],
    ),
    '',
    `${range(at)} participants an item, ${range(own)} items a participant${shared === null ? '' : `, ${range(shared)} items shared by two`}${design.components === 1 ? '' : `; ${design.components} groups that nothing links`}.`,
    precisionText(precisionCorrelated, precisionTogether),
  ].join('\n');
}

/** A loss smaller than this is none. */
const NO_LOSS = 0.0005;

type Correlated = SynthesisEstimate['precisionCorrelated'];

function precisionText(expected: Correlated, together: Correlated): string {
  const loss = ({ loss: wider }: DesignPrecision) =>
    wider < NO_LOSS ? '' : `, ${percent(wider)} wider than with all participants at every item`;
  const figure = (own: DesignPrecision) =>
    `${decimal(own.standardError, 2)} (${decimal(own.effectiveParticipants, 1)} independent participants${loss(own)})`;
  return [
    `Standard error of b, at best: ${figure(expected)}, where participants that share a generation err together with correlation ${expected.correlation}; ${figure(together)}, where all answers of a generator agree.`,
    'That is for an item of a = 1 that lies where the participants do, with abilities and a known. Models of like strength make it far larger, since b is in units of what they differ by.',
  ].join('\n');
}

function range({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most ? count(least) : `${count(least)} to ${count(most)}`;
}
