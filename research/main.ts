/** The research programs: `npm run research -- NAME [options]`. */
import { Command } from 'commander';
import { addEvidenceCommands } from './evidence/evidence.ts';
import { addPaperCommand } from './paper/paper.ts';
import { addTrialCommand } from './trial/trial.ts';

const program = new Command('npm run research --');
addTrialCommand(program);
addPaperCommand(program);
const args = process.argv.slice(2);
await addEvidenceCommands(program, args);
await program.parseAsync(args, { from: 'user' }).catch((error: Error) => {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
});
