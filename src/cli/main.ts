import { guardOutputs } from './output/outputs.ts';
import { main } from './program.ts';

// The process that runs one command: `main` itself leaves the process alone.
const outputs = guardOutputs();
process.exitCode = outputs.exitCode(await main(process.argv));
