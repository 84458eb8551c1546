/**
 * Makes the golden files of this folder from the recorded output of catR and mirt:
 *
 *     node test/golden/irt/make.ts <oracles>
 *
 * where <oracles> holds `scoring/catR_theta_se.json`, `scoring/catR_info.json`, `scoring/mirt_SAT12.json` and
 * `calibration/SAT12.csv`. Only what the tests read is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ITEM_FIELDS = ['a', 'b', 'c', 'd'] as const;
type CatrItem = Record<(typeof ITEM_FIELDS)[number], number>;
type CatrEstimate = { theta_tight: number; se_tight: number };
type CatrAbilities = {
  version: { R: string; catR: string };
  banks: Record<string, CatrItem[]>;
  patterns: Record<string, (0 | 1 | null)[]>;
  estimates: {
    bank: string;
    D: number;
    pattern: string;
    results: Record<string, CatrEstimate> & { ML_global_max_on_minus4_4: number };
  }[];
};
type CatrCurves = {
  theta: number[];
  banks: Record<string, CatrItem[]>;
  info: ({ bank: string; D: number } & Record<string, number[][]>)[];
};
type MirtModel = {
  traditional: Record<'a' | 'b' | 'c' | 'u', number[]>;
  latent_var: number;
  empirical_rxx: number;
  itemfit: Record<'infit' | 'outfit' | 'z.infit', number[]>;
  fscores: Record<string, { theta: (number | null)[]; se: (number | null)[] }>;
  theta_grid: number[];
  testinfo: number[];
  expected_test: number[];
};
type Mirt = { versions: { R: string; mirt: string }; models: Record<string, MirtModel> };

const KEPT_ESTIMATORS = ['ML', 'BM', 'WL', 'EAP_33', 'EAP_61on6', 'EAP_N0.5_1.5'];
const KEPT_CURVES = ['Pi', 'dPi', 'd2Pi', 'Ii', 'Ji'];
const KEPT_SCORES = ['EAP', 'MAP', 'ML', 'WLE'];

const oracles = process.argv[2];
if (oracles === undefined) throw new Error('usage: node test/golden/irt/make.ts <oracles>');
const read = (path: string) => readFileSync(join(oracles, path), 'utf8');
const write = (name: string, value: unknown) =>
  writeFileSync(join(import.meta.dirname, name), `${JSON.stringify(value)}\n`);

const columns = (items: CatrItem[]) =>
  Object.fromEntries(ITEM_FIELDS.map((field) => [field, items.map((item) => item[field])]));
const banksOf = (banks: Record<string, CatrItem[]>) =>
  Object.fromEntries(Object.entries(banks).map(([name, items]) => [name, columns(items)]));

const abilities = JSON.parse(read('scoring/catR_theta_se.json')) as CatrAbilities;
write('catr-abilities.json', {
  programs: abilities.version,
  banks: banksOf(abilities.banks),
  patterns: abilities.patterns,
  estimates: abilities.estimates.map(({ bank, D, pattern, results }) => ({
    bank,
    D,
    pattern,
    globalMl: results.ML_global_max_on_minus4_4,
    ...Object.fromEntries(
      KEPT_ESTIMATORS.map((name) => [name, [results[name].theta_tight, results[name].se_tight]]),
    ),
  })),
});

const curves = JSON.parse(read('scoring/catR_info.json')) as CatrCurves;
write('catr-curves.json', {
  programs: abilities.version,
  theta: curves.theta,
  banks: banksOf(curves.banks),
  curves: curves.info.map((entry) => ({
    bank: entry.bank,
    D: entry.D,
    ...Object.fromEntries(KEPT_CURVES.map((name) => [name, entry[name]])),
  })),
});

/** Eight digits: a thousand times finer than the tolerance of the test. */
const short = (value: number | null) => (value === null ? null : Number(value.toPrecision(8)));
const mirt = JSON.parse(read('scoring/mirt_SAT12.json')) as Mirt;
write('mirt-sat12.json', {
  programs: mirt.versions,
  answers: read('calibration/SAT12.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.replaceAll(',', '')),
  models: Object.fromEntries(
    Object.entries(mirt.models).map(([name, model]) => [
      name,
      {
        ...model.traditional,
        latentVariance: model.latent_var,
        reliability: model.empirical_rxx,
        infit: model.itemfit.infit,
        zInfit: model.itemfit['z.infit'],
        outfit: model.itemfit.outfit,
        scores: Object.fromEntries(
          KEPT_SCORES.map((method) => [
            method,
            {
              theta: model.fscores[method].theta.map(short),
              se: model.fscores[method].se.map(short),
            },
          ]),
        ),
        theta: model.theta_grid,
        testInformation: model.testinfo,
        expectedTest: model.expected_test,
      },
    ]),
  ),
});
