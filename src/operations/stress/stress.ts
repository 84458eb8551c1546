import { fail } from '../../errors.ts';
import { plural } from '../../numbers.ts';
import { plainTable } from '../../report/plain-table.ts';
import { PROMPT_CHANGES, STRESS_VARIANTS } from '../../stress/variants.ts';
import { type ShownVariant, shownVariants } from '../../workflow/stress/shown-variants.ts';
import type { Exit } from '../asking/asking-exit.ts';
import { type Context, operation } from '../operation.ts';
import { typedCommand } from '../typed-command.ts';
import { writeStress } from './files.ts';
import type { Measured } from './measure.ts';
import { type StressOptions, stressOptions } from './options.ts';
import { stressDocument } from './report.ts';
import { shownText } from './shown-text.ts';

/** What came of it: what was measured, or how items are changed. */
type Stressed = Measured | Shown;

interface Shown {
  readonly kind: 'shown';
  readonly result: readonly ShownVariant[];
  readonly exit: Exit;
}

const VARIANTS_HELP = Object.entries(STRESS_VARIANTS)
  .map(([name, says]) => `  ${name.padEnd(14)} ${says}`)
  .join('\n');

/** What changes of questions and prompts do to scores. */
export const stress = operation({
  name: 'stress',
  summary:
    'Measure what changes of the questions do to the score of models: misspellings, other characters, a wrong hint, shuffled options, other prompts. Items are asked as they are and changed, in rounds, until each effect is known precisely enough.',
  help: `
Variants (${Object.keys(PROMPT_CHANGES).join(', ')}: another prompt; the others: other words of the item):
${VARIANTS_HELP}

Examples:
  thetarank stress --bank mine --list
  thetarank stress --bank mine --show q70 --variants typos,traditional --share 0.2
  thetarank stress --bank mine --model my-model@http://localhost:8000/v1 --dry-run
  thetarank stress --bank mine --model my-model@http://localhost:8000/v1 --variants typos,shuffle,repeat --report stress.html
  thetarank stress --bank mine --model a@http://localhost:8000/v1 --model b@http://localhost:8001/v1 --precision 3 --resume

Exit codes: 0 all effects are measured; 2 wrong input, or an endpoint refuses; 4 a budget was spent before the end; 6 answers are missing, --resume asks for them; 130 interrupted.`,
  options: stressOptions,
  database: 'existing',
  outputs: ['json', 'report'],
  estimate: {
    async run(options, context) {
      refuseWithoutModels(options);
      const { estimateStress } = await import('./measure.ts');
      return estimateStress(options, context);
    },
    report: ({ effects }, { options }) => ({
      sections: [
        {
          table: plainTable(
            ['variant', 'applies to'],
            effects
              .slice(0, options.variants.length)
              .map(({ variant, appliesTo }) => [variant, plural(appliesTo, 'item')]),
          ),
        },
      ],
    }),
  },
  async run(options, context): Promise<Stressed> {
    if (options.list || options.show !== undefined) return show(options, context);
    refuseWithoutModels(options);
    // Only here: the client of endpoints takes a while to load.
    const { measure } = await import('./measure.ts');
    return measure(options, context);
  },
  json: ({ kind, result }) =>
    kind === 'measured'
      ? result
      : result.map(({ variant, item, changed }) => ({ variant, item: item.id, changed })),
  exitCode: ({ exit }) => exit.code,
  unfinished: ({ exit }) => exit.message,
  text: ({ kind, result }, { show: item }) =>
    kind === 'shown' ? shownText(result, item !== undefined) : undefined,
  report({ kind, result }, { given, ...reading }) {
    if (kind === 'measured') return stressDocument(result, { given, ...reading });
    const asked = typedCommand('stress', stressOptions, { ...given, list: false, show: undefined });
    return { next: `${asked} --model NAME@ADDRESS${reading.where}` };
  },
  write: async ({ kind, result }, { options: { out } }) =>
    kind === 'shown' || out === undefined ? [] : writeStress(out, result),
});

async function show(options: StressOptions, { store }: Context): Promise<Shown> {
  const result = await store((open) => shownVariants(open, options, options.show));
  return { kind: 'shown', result, exit: { code: 0, message: null } };
}

/** @throws OPTIONS_CONFLICT where no model is named */
function refuseWithoutModels({ model, modelsFile }: StressOptions): void {
  if (model.length === 0 && modelsFile === undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'model',
      reason:
        'name a model to ask, such as --model my-model@http://localhost:8000/v1; or --list to see what is changed.',
    });
}
