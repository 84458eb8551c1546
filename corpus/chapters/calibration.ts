import { BANK, type Chapter } from '../case.ts';

const MODELS = ['2pl', '3pl', '4pl'].map((model) => ({
  name: `fit-${model}`,
  args: `calibrate fit --responses answers.csv --irt-model ${model} --out fit-${model}.csv`,
}));

export const CALIBRATION: Chapter = {
  name: 'calibration',
  cases: [
    ...BANK,
    ...MODELS,
    {
      name: 'fit-json',
      args: 'calibrate fit --responses answers.csv --irt-model 2pl --out json.csv --json',
      drops: ['json.csv'],
    },
    {
      name: 'fit-families',
      args: 'calibrate fit --responses some-missing.csv --families families.csv --irt-model 3pl --check curve --out families-fit.csv',
    },
    {
      name: 'fit-joint',
      args: 'calibrate fit --responses answers.csv --irt-model 2pl --method integrated --out integrated.csv',
    },
    {
      name: 'fit-slopes',
      args: 'calibrate fit --responses answers.csv --irt-model 2pl --slopes any --prior-b normal:0:2 --out slopes.csv',
    },
    {
      name: 'fit-fixed',
      files: { 'fixed.csv': 'item,a,b,c,d\nq01,1,0.2,0.2,1\n' },
      args: 'calibrate fit --responses answers.csv --irt-model 3pl --priors given --fixed fixed.csv --out fixed-fit.csv',
    },
    {
      name: 'fit-groups',
      args: 'calibrate fit --responses answers.csv --irt-model 2pl --priors given --groups groups.csv --out groups-fit.csv',
      files: { 'groups.csv': GROUPS() },
    },
    {
      name: 'fit-graded',
      args: 'calibrate fit --responses graded.csv --irt-model graded --score-levels 3 --out graded-parameters.csv',
    },
    {
      name: 'fit-gpcm',
      args: 'calibrate fit --responses graded.csv --irt-model gpcm --score-levels 3 --out gpcm.csv --json',
    },
    {
      name: 'fit-auto',
      args: 'calibrate fit --responses graded.csv --irt-model auto --out auto.csv',
    },
    {
      name: 'fit-nominal',
      args: 'calibrate fit --choices choices.csv --keys keys.csv --irt-model nominal --out nominal.csv',
    },
    {
      name: 'fit-not-converged',
      args: 'calibrate fit --responses answers.csv --irt-model 3pl --max-iterations 2 --out early.csv',
    },
    { name: 'fit-keep', args: 'calibrate fit --bank mine --irt-model 2pl --keep' },
    { name: 'keep', args: 'calibrate keep fit-2pl.csv --bank mine --json' },
    { name: 'list', args: 'calibrate list --bank mine' },
    { name: 'list-json', args: 'calibrate list --bank mine --json' },
    { name: 'show', args: 'calibrate show 1' },
    { name: 'show-json', args: 'calibrate show 1 --json' },
    { name: 'accept', args: 'calibrate accept 1 --note first' },
    { name: 'record-new', args: 'bank record new-answers.csv --to mine', isQuiet: true },
    { name: 'refresh-dry-run', args: 'calibrate refresh --bank mine --dry-run' },
    {
      name: 'refresh',
      args: 'calibrate refresh --bank mine --report refresh.html --out refreshed.csv --models-out refreshed-models.csv --retirements retirements.csv',
    },
    { name: 'refresh-unchanged', args: 'calibrate refresh --bank mine --method fixed' },
    { name: 'refresh-json', args: 'calibrate refresh --bank mine --dry-run --json' },
    {
      name: 'refresh-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: 'calibrate refresh --bank mine --dry-run --report refresh-zh.html',
    },
    { name: 'accept-refresh', args: 'calibrate accept 3 --json' },
    {
      name: 'rescore',
      args: 'calibrate rescore --bank mine --calibration 3 --compared-with 1 --out rescored.csv',
    },
    { name: 'rescore-json', args: 'calibrate rescore --bank mine --calibration 3 --json' },
    { name: 'rollback', args: 'calibrate rollback --bank mine --note back' },
    {
      name: 'link',
      args: 'calibrate link --from fit-2pl.csv --to fit-3pl.csv --method stocking-lord --out linked.csv',
    },
    {
      name: 'link-json',
      args: 'calibrate link --from fit-2pl.csv --to fit-3pl.csv --method mean-sigma --json',
    },
    {
      name: 'link-haebara',
      args: 'calibrate link --from fit-4pl.csv --via fit-2pl.csv --to fit-3pl.csv --method haebara --symmetric',
    },
    {
      name: 'diagnose',
      args: 'calibrate diagnose --parameters fit-3pl.csv --responses answers.csv --choices choices.csv --keys keys.csv --irt-model 3pl --draws 20 --all',
    },
    {
      name: 'diagnose-json',
      args: 'calibrate diagnose --parameters fit-2pl.csv --responses answers.csv --families families.csv --draws 20 --json',
    },
    {
      name: 'diagnose-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: 'calibrate diagnose --parameters fit-2pl.csv --responses answers.csv --draws 20 --report diagnosis-zh.html',
    },
    {
      name: 'dif',
      args: 'calibrate dif --responses answers.csv --examinees models.csv --group released --split-date 2024-06-30 --families families.csv --out dif.csv --report dif.html',
    },
    {
      name: 'dif-json',
      args: 'calibrate dif --responses answers.csv --examinees models.csv --group released --split-date 2024-06-30 --methods mantel-haenszel,logistic --no-contamination --json',
    },
    {
      name: 'dif-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: 'calibrate dif --responses answers.csv --examinees models.csv --group released --split-date 2024-06-30 --report dif-zh.html',
    },
  ],
};

function GROUPS(): string {
  const families = ['ash', 'birch', 'cedar', 'elm', 'fir', 'oak'];
  const rows = [1, 2].flatMap((n) =>
    families.map((family, k) => `${family}-${n},${k < 3 ? 'old' : 'new'}`),
  );
  return `examinee,group\n${rows.join('\n')}\n`;
}

const DESIGN = `bank:
  generate:
    items: 40
    a: { lognormal: { mean: 0, sd: 0.3 } }
    b: { normal: { mean: 0, sd: 1 } }
    c: { beta: { alpha: 5, beta: 17 } }
abilities: { normal: { mean: 0, sd: 1, count: 20 } }
estimators: [ml, eap]
selectors: [maximum-information, { rule: randomesque, best: 5 }, random]
lengths: [8, 12]
replications: 3
seed: 1
`;

export const SIMULATION: Chapter = {
  name: 'simulation',
  cases: [
    ...BANK,
    {
      name: 'post-hoc',
      args: 'simulate post-hoc --bank mine --lengths 8,12 --strategies random-irt,paper --folds 3 --seed 1 --plot post-hoc.svg --out post-hoc.csv',
    },
    {
      name: 'post-hoc-json',
      args: 'simulate post-hoc --bank mine --lengths 10 --strategies random-irt,random --compare random-irt,random --folds 3 --json',
    },
    {
      name: 'post-hoc-parameters',
      args: 'simulate post-hoc --parameters parameters.csv --responses answers.csv --lengths 6,10 --estimator eap --steps steps.csv',
    },
    {
      name: 'post-hoc-selectors',
      args: 'simulate post-hoc --parameters parameters.csv --responses answers.csv --lengths 10 --estimator wle --selector kullback-leibler --json',
    },
    {
      name: 'ordering',
      args: 'simulate ordering --bank mine --total-items 60 --seeds 1 --out ordering.csv',
    },
    {
      name: 'ordering-json',
      args: 'simulate ordering --bank mine --total-items 40 --seeds 1 --json',
    },
    {
      name: 'monte-carlo',
      files: { 'design.yaml': DESIGN },
      args: 'simulate monte-carlo design.yaml --out study --rows',
      drops: [
        'study/results.json',
        'study/report.html',
        'study/by-',
        'study/state',
        'study/conditions',
        'study/work',
      ],
    },
    {
      name: 'monte-carlo-json',
      args: 'simulate monte-carlo design.yaml --replications 2 --estimators wle --selectors random,likelihood-weighted-information --lengths 8 --json',
    },
    {
      name: 'monte-carlo-exposure',
      args: 'simulate monte-carlo design.yaml --replications 2 --estimators eap --selectors maximum-information --exposure none,randomesque:count=4 --lengths 12 --json',
    },
    { name: 'monte-carlo-dry-run', args: 'simulate monte-carlo design.yaml --dry-run' },
    {
      name: 'monte-carlo-design',
      args: 'simulate monte-carlo --items 40 --examinees 20 --lengths 8 --print-design',
    },
    {
      name: 'monte-carlo-zh',
      env: { THETARANK_LANGUAGE: 'zh' },
      args: 'simulate monte-carlo design.yaml --estimators eap --selectors random --lengths 8 --replications 2 --report study-zh.html',
    },
    {
      name: 'test-length',
      args: 'simulate test-length --parameters parameters.csv --goal "se<=0.6" --abilities normal:0:1 --examinees 50 --max-replications 4 --plot length.svg',
    },
    {
      name: 'test-length-json',
      args: 'simulate test-length --parameters parameters.csv --goal "se<=0.6" --examinees 50 --max-replications 4 --json',
    },
    {
      name: 'test-length-dry-run',
      args: 'simulate test-length --bank mine --goal "kendall>=0.8" --dry-run',
    },
  ],
};
