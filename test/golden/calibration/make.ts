/**
 * Makes the golden files of this folder from the recorded output of mirt, an independent optimiser and BILOG:
 *
 *     node test/golden/calibration/make.ts <oracles>
 *
 * where <oracles> holds `calibration/` and `scoring/se_oracle.json`. Only what the tests read is kept, to ten digits.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DATA = ['LSAT6', 'LSAT7', 'SAT12', 'SAT12_missingNA', 'ECPE', 'FRACSUB', 'TIMSS07'];
const OTHER_DATA = ['irtoys_Scored'];
/** Abilities of this many examinees of each data set are kept, spread evenly over its rows. */
const KEPT_ABILITIES = 60;

type Numbers = Record<string, number[]>;
type Refined = Record<string, { logLik: number; logPrior: number; traditional: Numbers }>;
type Mirt = {
  versions: { R: string; mirt: string };
  fits: Record<
    string,
    {
      logLik: number;
      converged: boolean;
      traditional: Numbers;
      latent_var?: number;
      EAP: number[];
      EAP_SE: number[];
    }
  >;
};
type Errors = { fits: Record<string, Numbers> };

const oracles = process.argv[2];
if (oracles === undefined) throw new Error('usage: node test/golden/calibration/make.ts <oracles>');
const read = (path: string) => readFileSync(join(oracles, path), 'utf8');
const readJson = <T>(path: string): T => JSON.parse(read(path));
const write = (name: string, value: unknown) =>
  writeFileSync(join(import.meta.dirname, name), `${JSON.stringify(value)}\n`);
const short = (value: number) => Number(value.toPrecision(10));
const shorten = (values: readonly number[]) => values.map(short);

/** One text a row: 1, 0, or a dot where there is no answer. */
const answers = (name: string) =>
  read(`calibration/${name}.csv`)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .split(',')
        .map((cell) => (cell === '' ? '.' : cell))
        .join(''),
    );
write('answers.json', Object.fromEntries([...DATA, ...OTHER_DATA].map((n) => [n, answers(n)])));

const refined = readJson<{ fits: Refined }>('calibration/refined.json').fits;
write(
  'fits.json',
  Object.fromEntries(
    Object.entries(refined).map(([name, { logLik, logPrior, traditional }]) => [
      name,
      {
        logLikelihood: short(logLik),
        logPrior: short(logPrior),
        a: shorten(traditional.a),
        b: shorten(traditional.b),
        c: shorten(traditional.c),
      },
    ]),
  ),
);

const mirt = readJson<Mirt>('calibration/fits.json');
const tight = (name: string) => mirt.fits[`${name}|tight`];
const spread = (values: readonly number[]) =>
  Array.from({ length: KEPT_ABILITIES }, (_, k) =>
    short(values[Math.floor((k * values.length) / KEPT_ABILITIES)]),
  );
write('mirt.json', {
  programs: mirt.versions,
  rasch: Object.fromEntries(
    DATA.map((name) => {
      const { logLik, traditional, latent_var } = tight(`${name}|Rasch|none`);
      return [
        name,
        { logLikelihood: logLik, b: shorten(traditional.b), latentVariance: latent_var },
      ];
    }),
  ),
  abilities: Object.fromEntries(
    DATA.flatMap((name) =>
      ['Rasch|none', '2PL|none', '3PL|norm', '3PL|full'].flatMap((model) => {
        const fit = tight(`${name}|${model}`);
        if (!fit.converged) return [];
        return [[`${name}|${model}`, { mean: spread(fit.EAP), sd: spread(fit.EAP_SE) }]];
      }),
    ),
  ),
});

const errors = readJson<Errors>('scoring/se_oracle.json').fits;
write(
  'standard-errors.json',
  Object.fromEntries(
    Object.entries(errors).map(([name, { se_a, se_d, se_logit_g, se_b_delta }]) => [
      name,
      {
        a: shorten(se_a),
        intercept: shorten(se_d),
        b: shorten(se_b_delta),
        ...(se_logit_g === null ? {} : { logitC: shorten(se_logit_g) }),
      },
    ]),
  ),
);

write(
  'bilog.json',
  Object.fromEntries(
    [1, 2, 3].map((parameters) => {
      const rows = read(`calibration/irtoys_BILOG_b${parameters}_est_se.csv`)
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').map(Number));
      const column = (k: number) => rows.map((row) => row[k]);
      return [`${parameters}PL`, { a: column(0), b: column(1), c: column(2) }];
    }),
  ),
);
