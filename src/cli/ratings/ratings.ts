import type { Command } from 'commander';
import { addRaterCommand } from './add-rater.ts';
import { addClosingCommands } from './close-panel.ts';
import { addCreateCommand } from './create.ts';
import { addExportCommand } from './export.ts';
import { addListCommand } from './list.ts';
import { addShowCommand } from './show.ts';

const EXAMPLES = `
Examples:
  thetarank ratings create --run 12 --raters anna,ben,chen --per-answer 2 --answers 320
  thetarank keys add --role expert --panel 3f9c2a7be4105d0c --name anna
  thetarank ratings show 3f9c2a7be4105d0c --report ratings.html
  thetarank ratings export 3f9c2a7be4105d0c --out people.csv

Experts rate in the dashboard of thetarank serve, with a key of their own (docs/ratings.md).`;

/** `thetarank ratings`: panels of experts who rate answers to open questions. */
export function addRatingsCommand(program: Command): void {
  const ratings = program
    .command('ratings')
    .description(
      'Let experts rate answers to open questions by a rubric, without knowing the models: how far do they agree with each other and with judging models?',
    )
    .addHelpText('after', EXAMPLES);
  addCreateCommand(ratings);
  addListCommand(ratings);
  addShowCommand(ratings);
  addExportCommand(ratings);
  addRaterCommand(ratings);
  addClosingCommands(ratings);
}
