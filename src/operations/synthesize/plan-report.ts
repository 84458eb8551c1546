import { STAGES, type Stage } from '../../../calibration/synthesize/calls.ts';
import type { DesignPrecision } from '../../../calibration/synthesize/design-precision.ts';
import { count, decimal, percent } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import type { SynthesisEstimate } from '../../workflow/synthesis/synthesis-estimate.ts';

/** A dry run: calls by model and stage, the balance of the design, and its cost in precision. */
export function planReport({
  byModel,
  design,
  precisionCorrelated,
  precisionTogether,
}: SynthesisEstimate): Told {
  const { participantsPerItem: at, itemsPerParticipant: own, sharedItems: shared } = design;
  const total = (stage: Stage) => byModel.reduce((sum, model) => sum + model[stage], 0);
  const row = (name: string, of: Readonly<Record<Stage, number>>) => [
    name,
    ...STAGES.map((stage) => count(of[stage])),
    count(STAGES.reduce((sum, stage) => sum + of[stage], 0)),
  ];
  const all = { generate: total('generate'), debate: total('debate'), reflect: total('reflect') };
  const columns = [...STAGES, 'all'];
  return {
    sections: [
      {
        table: plainTable(
          ['calls of', ...columns],
          [...byModel.map((model) => row(model.model, model)), row('all', all)],
          columns,
        ),
      },
      {
        paragraphs: [
          `${range(at)} participants per item, ${range(own)} items per participant${shared === null ? '' : `, ${range(shared)} items shared by two participants`}${design.components === 1 ? '' : `; ${design.components} groups without common participants or items`}.`,
          precisionText(precisionCorrelated, precisionTogether),
        ],
      },
    ],
  };
}

/** A smaller loss than this is not shown. */
const NO_LOSS = 0.0005;

type Correlated = SynthesisEstimate['precisionCorrelated'];

function precisionText(expected: Correlated, together: Correlated): string {
  const loss = ({ loss: wider }: DesignPrecision) =>
    wider < NO_LOSS
      ? ''
      : `, ${percent(wider)} larger than if all participants answered every item`;
  const figure = (own: DesignPrecision) =>
    `${decimal(own.standardError, 2)} (${decimal(own.effectiveParticipants, 1)} independent participants${loss(own)})`;
  return [
    `Standard error of b, at best: ${figure(expected)} if the errors of participants that share a generation are correlated by ${expected.correlation}; ${figure(together)} if all answers of a generator agree.`,
    'This is for an item with a = 1 at the mean ability of the participants, with abilities and a known. Models of similar strength make it far larger, because the unit of b is the spread of their abilities.',
  ].join('\n');
}

function range({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most ? count(least) : `${count(least)} to ${count(most)}`;
}
