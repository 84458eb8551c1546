import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../command/run-command.ts';

test.skipIf(!existsSync('/dev/full'))(
  'a result whose file does not fit on the disk is printed without a next step, which would read that file',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'thetarank-unwritten-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const responses = join(folder, 'answers.csv');
    const rows = Array.from({ length: 12 }, (_, i) => `m${i},${i % 2},${i % 3 === 0 ? 1 : 0},1,0`);
    writeFileSync(responses, ['examinee,a,b,c,d', ...rows].join('\n'));
    const fit = ['calibrate', 'fit', '--responses', responses, '--irt-model', 'rasch'];
    const { stdout, stderr, error } = await runCommand([...fit, '--out', '/dev/full']);
    expect(stdout).toContain('rasch on 12 examinees');
    expect(stdout).not.toContain('Next:');
    expect(error).toMatchObject({ code: 'FILE_UNWRITABLE' });
    expect(stderr).toContain('Free some space');
    const written = await runCommand([...fit, '--out', join(folder, 'items.csv')]);
    expect(written.stdout).toContain('Next:');
  },
);
