import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { shellWord } from '../../shell-word.ts';
import { printText } from '../output/typed-commands.ts';

/** The Python files of the package, and what each is for. */
const FILES = {
  'thetarank_client.py': 'client of a service',
  'thetarank_inspect.py': 'EarlyStopping for Inspect: the service chooses the samples',
  'thetarank_callback.py': 'callbacks that test checkpoints during training',
} as const;

export interface PythonFilesOptions {
  readonly out?: string;
  readonly json?: boolean;
}

/** `thetarank session client`: says where the Python files are, or copies them. They need each other in one folder. */
export function showPythonFiles({ out, json }: PythonFilesOptions): void {
  const from = dirname(fileURLToPath(import.meta.resolve('#assets/python/thetarank_client.py')));
  const folder = out ?? from;
  const files = Object.entries(FILES).map(([name, purpose]) => ({
    file: join(folder, name),
    purpose,
  }));
  if (out !== undefined) {
    checkWritable(files.map(({ file }) => file));
    for (const name of Object.keys(FILES))
      writeFileWhole(join(out, name), readFileSync(join(from, name), 'utf8'));
  }
  if (json === true) {
    console.log(JSON.stringify({ folder, files }, null, 2));
    return;
  }
  const lines = files.map(({ file, purpose }) => `${file}  ${purpose}`);
  const next =
    out === undefined
      ? 'Next: thetarank session client --out . copies them beside your program.'
      : `Next: PYTHONPATH=${shellWord(out)} python3 -c 'from thetarank_client import Client; help(Client)'`;
  printText([...lines, next].join('\n'));
}
