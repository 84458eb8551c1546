import type { Command } from 'commander';
import { wholeNumber } from '../options/options.ts';
import { demoSynthesize } from './demo-synthesize.ts';

const EXAMPLES = `
Examples:
  thetarank demo synthesize
  thetarank demo synthesize --items 400 --out demo

Every command that it runs is printed; with --out its files stay, so that the commands can be repeated there.
It takes about a minute. An interrupted demonstration cannot be resumed.`;

/** `thetarank demo`: whole loops without any endpoint of one's own. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('Demonstrations on simulated models, without downloads or costs.')
    .command('synthesize')
    .description(
      'Five simulated models generate, criticise and reflect; their answers calibrate a bank; six others are ranked with it. This shows how synthesis works, not that it helps with real models.',
    )
    .option('--items <n>', 'items of the bank, at least 60', wholeNumber(60), 120)
    .option('--ask <n>', 'items that each ranked model is asked, at least 10', wholeNumber(10), 40)
    .option('--seed <n>', 'number that fixes items, abilities and answers', wholeNumber(0), 1)
    .option(
      '--out <folder>',
      'keep all files in this new or empty folder (default: nothing is kept)',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(demoSynthesize);
}
