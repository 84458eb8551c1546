import type { Operation } from './operation.ts';

/** All operations by name. Each is loaded when it is needed. */
export const OPERATIONS = named({
  annotate: async () => (await import('./annotate/annotate.ts')).annotate,
  'annotate export': async () => (await import('./annotate/panel.ts')).annotateExport,
  'annotate list': async () => (await import('./annotate/panel.ts')).annotateList,
  'annotate show': async () => (await import('./annotate/panel.ts')).annotateShow,
  write: async () => (await import('./write/write.ts')).write,
  'write accept': async () => (await import('./write/panel.ts')).writeAccept,
  'write export': async () => (await import('./write/panel.ts')).writeExport,
  'write list': async () => (await import('./write/panel.ts')).writeList,
  'write show': async () => (await import('./write/panel.ts')).writeShow,
  agreement: async () => (await import('./agreement/agreement.ts')).agreement,
  noise: async () => (await import('./noise/noise.ts')).noise,
  judges: async () => (await import('./judges/judges.ts')).judges,
  'calibrate keep': async () => (await import('./calibrate/keep.ts')).calibrateKeep,
  'calibrate accept': async () => (await import('./calibrate/accept.ts')).calibrateAccept,
  'calibrate diagnose': async () =>
    (await import('./calibrate/diagnose/diagnose.ts')).calibrateDiagnose,
  'calibrate dif': async () => (await import('./calibrate/dif/dif.ts')).calibrateDif,
  'calibrate fit': async () => (await import('./calibrate/fit/fit.ts')).calibrateFit,
  'calibrate link': async () => (await import('./calibrate/link.ts')).calibrateLink,
  'calibrate list': async () => (await import('./calibrate/kept.ts')).calibrateList,
  'calibrate refresh': async () =>
    (await import('./calibrate/refresh/refresh.ts')).calibrateRefresh,
  'calibrate rescore': async () => (await import('./calibrate/rescore.ts')).calibrateRescore,
  'calibrate rollback': async () => (await import('./calibrate/accept.ts')).calibrateRollback,
  'calibrate synthesize': async () =>
    (await import('./synthesize/synthesize.ts')).calibrateSynthesize,
  'calibrate synthesized': async () =>
    (await import('./synthesize/synthesized.ts')).calibrateSynthesized,
  'calibrate show': async () => (await import('./calibrate/kept.ts')).calibrateShow,
  'bank attach': async () => (await import('./bank/attach.ts')).bankAttach,
  'bank audit': async () => (await import('./bank/audit.ts')).bankAudit,
  'bank convert': async () => (await import('./bank/convert.ts')).bankConvert,
  'bank export': async () => (await import('./bank/export.ts')).bankExport,
  'bank humans': async () => (await import('./bank/humans/humans.ts')).bankHumans,
  'bank import': async () => (await import('./bank/import.ts')).bankImport,
  'bank list': async () => (await import('./bank/list.ts')).bankList,
  'bank pretest': async () => (await import('./bank/pretest.ts')).bankPretest,
  'bank record': async () => (await import('./bank/record.ts')).bankRecord,
  'bank review': async () => (await import('./bank/review.ts')).bankReview,
  'bank remove': async () => (await import('./bank/remove.ts')).bankRemove,
  'bank show': async () => (await import('./bank/show.ts')).bankShow,
  'bank taxonomy': async () => (await import('./bank/taxonomy.ts')).bankTaxonomy,
  compare: async () => (await import('./compare/compare.ts')).compare,
  'cache clear': async () => (await import('./cache.ts')).cacheClear,
  'cache show': async () => (await import('./cache.ts')).cacheShow,
  evaluate: async () => (await import('./evaluate/evaluate.ts')).evaluate,
  form: async () => (await import('./form.ts')).form,
  place: async () => (await import('./place/place.ts')).place,
  rank: async () => (await import('./rank/rank.ts')).rank,
  extract: async () => (await import('./scoring/extract.ts')).extract,
  grade: async () => (await import('./scoring/grade.ts')).grade,
  'keys add': async () => (await import('./keys/keys.ts')).keysAdd,
  'keys list': async () => (await import('./keys/keys.ts')).keysList,
  'keys revoke': async () => (await import('./keys/keys.ts')).keysRevoke,
  'runs answers': async () => (await import('./runs/answers.ts')).runsAnswers,
  'runs explanations': async () => (await import('./runs/explanations.ts')).runsExplanations,
  'runs list': async () => (await import('./runs/list.ts')).runsList,
  'runs show': async () => (await import('./runs/show.ts')).runsShow,
  series: async () => (await import('./series/series.ts')).series,
  score: async () => (await import('./scoring/score.ts')).score,
  order: async () => (await import('./order/order.ts')).order,
  prompt: async () => (await import('./prompt.ts')).prompt,
  'ratings add-rater': async () => (await import('./ratings/panel.ts')).ratingsAddRater,
  'ratings close': async () => (await import('./ratings/panel.ts')).ratingsClose,
  'ratings create': async () => (await import('./ratings/create.ts')).ratingsCreate,
  'ratings export': async () => (await import('./ratings/panel.ts')).ratingsExport,
  'ratings list': async () => (await import('./ratings/panel.ts')).ratingsList,
  'ratings reopen': async () => (await import('./ratings/panel.ts')).ratingsReopen,
  'ratings show': async () => (await import('./ratings/show.ts')).ratingsShow,
  stress: async () => (await import('./stress/stress.ts')).stress,
  'store copy': async () => (await import('./store-copy.ts')).storeCopy,
  'simulate monte-carlo': async () =>
    (await import('./simulate/monte-carlo/monte-carlo.ts')).monteCarlo,
  'simulate ordering': async () => (await import('./simulate/ordering.ts')).simulateOrdering,
  'simulate post-hoc': async () =>
    (await import('./simulate/post-hoc/post-hoc.ts')).simulatePostHoc,
  'simulate test-length': async () =>
    (await import('./simulate/test-length/test-length.ts')).testLength,
});

export type OperationName = keyof typeof OPERATIONS;

/** Infers the names alone: types of results are those of their files. */
function named<Name extends string>(
  table: Readonly<Record<Name, () => Promise<Operation>>>,
): Readonly<Record<Name, () => Promise<Operation>>> {
  return table;
}
