/**
 * Makes the golden file of this folder from the recorded output of plink and equateIRT:
 *
 *     node test/golden/link/make.ts <oracles>
 *
 * where <oracles> holds `linking/equating.json`. Only what the tests read is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const oracles = process.argv[2];
if (oracles === undefined) throw new Error('node test/golden/link/make.ts <oracles>');
const { versions, examples } = JSON.parse(
  readFileSync(join(oracles, 'linking/equating.json'), 'utf8'),
);
const { D, formX, formY, common_1based_XY: common, plink } = examples.KB04;
const { raw, T1_to_T2: constants } = examples.est3pl;
const out = {
  versions,
  kb04: { D, formX, formY, common, plink },
  est3pl: {
    // logit c, −a b and a of the items that both forms have.
    forms: raw,
    constants: Object.fromEntries(
      ['mean-mean', 'mean-sigma', 'Haebara_nonquad', 'Stocking-Lord_nonquad'].map((name) => [
        name,
        constants[name],
      ]),
    ),
  },
};
writeFileSync(join(import.meta.dirname, 'constants.json'), `${JSON.stringify(out)}\n`);
