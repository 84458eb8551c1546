import type { Command } from 'commander';
import { loadBuiltinBank, writeFileWhole } from 'thetarank';
import { PERSON_KINDS, PersonStudy } from 'thetarank/study';
import { progressBar, wholeNumber } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { CELLS, MODEL_BANKS, MODEL_LENGTHS } from './cells.ts';
import { type ModelRow, type PeopleRow, peoplePage } from './page.ts';

/** `npm run research -- people` */
export function addPeopleEvidenceCommand(evidence: Command): void {
  evidence
    .command('people')
    .description(
      'Do intervals of people who take tests hold, by how they are tested? Simulated people on built-in banks, and recorded models on the same forms. Ten minutes.',
    )
    .option('--runs <n>', 'people of each kind', wholeNumber(2), 100)
    .addOption(pageOption('people.md'))
    .action(makePage);
}

function makePage({ runs, out }: { runs: number; out: string }): void {
  const studies = new Map(
    MODEL_BANKS.map((name) => {
      const bank = loadBuiltinBank(name);
      return [name as string, new PersonStudy(bank, bank.families ?? null)];
    }),
  );
  const bar = progressBar();
  const steps = CELLS.length * PERSON_KINDS.length + MODEL_BANKS.length * MODEL_LENGTHS.length;
  bar.start(steps, 'people');
  const rows = CELLS.map((cell) => {
    const study = studies.get(cell.bank)!;
    return {
      cell,
      kinds: PERSON_KINDS.flatMap((kind): PeopleRow[] => {
        bar.advance(`${cell.bank}, ${cell.items} items, ${kind.name}`);
        if (!study.has(kind)) return [];
        const tests = Array.from({ length: runs }, (_, n) =>
          study.person(kind, n, cell.items, cell.methods),
        );
        return [{ kind, byMethod: cell.methods.map((_, m) => tests.map((own) => own[m])) }];
      }),
    };
  });
  const models = MODEL_BANKS.flatMap((bank) =>
    MODEL_LENGTHS.map((items): ModelRow => {
      bar.advance(`models of ${bank}`);
      return { bank, items, ...studies.get(bank)!.models(items) };
    }),
  );
  bar.stop();
  writeFileWhole(out, peoplePage(rows, models, runs));
}
