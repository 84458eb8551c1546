/** `thetarank/study`: what the programs of `research` use beside the public API, in a checkout only. The published package does not have it. */

// Synthesis: its configuration, and calibrations on its answers.
export type { SynthesisConfiguration } from '../calibration/synthesize/configuration.ts';
export { synthesisConfiguration } from '../calibration/synthesize/configuration.ts';
export { describeProblem } from '../calibration/synthesize/configuration-problem.ts';
export { synthesisSchema } from '../calibration/synthesize/configuration-schema.ts';
export type { SynthesisFit } from '../calibration/synthesize/fit/fit-synthesis.ts';
export { fitSynthesis } from '../calibration/synthesize/fit/fit-synthesis.ts';
export type { SynthesisMatrix } from '../calibration/synthesize/fit/synthesis-matrix.ts';
export { synthesisMatrix } from '../calibration/synthesize/fit/synthesis-matrix.ts';
// Banks in the shape of CliMedBench, and what is published of it.
export type { ClimedbenchShape } from '../item-bank/builtin/build-climedbench.ts';
export { climedbenchBank, climedbenchShape } from '../item-bank/builtin/build-climedbench.ts';
export {
  PUBLISHED_RAPID,
  PUBLISHED_SCORES,
  PUBLISHED_SIZE,
  SCENARIOS,
} from '../item-bank/builtin/climedbench-published.ts';
// Simulated answers.
export { difBank, leakedBank } from '../sim/calibration/dif-bank.ts';
export type { ReversedBank } from '../sim/calibration/reversed-bank.ts';
export { reversedBank } from '../sim/calibration/reversed-bank.ts';
// Figures of a simulation, with their Monte Carlo errors.
export { rankAgreement } from '../sim/monte-carlo/measure/rank-agreement.ts';
export type { Figure } from '../sim/monte-carlo/measure/ratio.ts';
export { Ratio } from '../sim/monte-carlo/measure/ratio.ts';
// Orders of models whose expected scores are known.
export type {
  DeclaredBy,
  OrderDesign,
  OrderOutcome,
} from '../sim/ordering/simulated/replication.ts';
export {
  CONFIDENCE as ORDER_CONFIDENCE,
  replicateOrders,
} from '../sim/ordering/simulated/replication.ts';
// People who take tests: kinds, methods, and how tests of them come out.
export type { PersonKind } from '../sim/people/person-kinds.ts';
export { PERSON_KINDS } from '../sim/people/person-kinds.ts';
export type { PersonMethod, PersonTest } from '../sim/people/person-study.ts';
export { PERSON_METHODS, PersonStudy, personRow } from '../sim/people/person-study.ts';
// Post-hoc simulation: strategies on recorded answers, and what they come to.
export type { ComparedFigure, ComparedResult } from '../sim/post-hoc/compare-strategies.ts';
export { compareStudies, MARGINS } from '../sim/post-hoc/compare-strategies.ts';
export { coverageOf } from '../sim/post-hoc/coverage.ts';
export type { FractionalAnswers, ItemKind } from '../sim/post-hoc/fractional-bank.ts';
export { fractionalBank } from '../sim/post-hoc/fractional-bank.ts';
export type { PostHocTests } from '../sim/post-hoc/post-hoc.ts';
export { postHocTests, reportOf } from '../sim/post-hoc/post-hoc.ts';
export type { SplitRule } from '../sim/post-hoc/splits.ts';
export { STRATEGIES } from '../sim/post-hoc/strategies.ts';
export type { StrategyScore } from '../sim/post-hoc/strategy-test.ts';
export { heldBy, ownInterval } from '../sim/post-hoc/summary.ts';
export type { PretestChoice, PretestDesign, PretestLook } from '../sim/pretest/pretest-study.ts';
export { PRETEST_CHOICES, pretestStudy } from '../sim/pretest/pretest-study.ts';
// Simulated drift of items, and what a refresh finds of it.
export type { DriftOutcome, DriftStudyDesign } from '../sim/refresh/drift-study.ts';
export { replicateDrift } from '../sim/refresh/drift-study.ts';
// Series of checkpoints between recorded relatives, and checkpoints that lose points.
export { losePoints } from '../sim/series/lose-points.ts';
export type { SeriesStudyDesign, SeriesStudyRow } from '../sim/series/series-study.ts';
export { relativesOf, SeriesStudy } from '../sim/series/series-study.ts';
export { COURSES } from '../sim/series/simulate-checkpoints.ts';
// Strange examinees: kinds, and tests of them.
export { EXAMINEE_KINDS } from '../sim/strange/examinee-kinds.ts';
export type { StrangeRow, StrangeTest } from '../sim/strange/strange-study.ts';
export { StrangeStudy, strangeRow } from '../sim/strange/strange-study.ts';
// Studies of synthesis: participants, how good calibrations on them are, intervals over seeds.
export { FIT_ROUNDS } from '../sim/synthesis/fit-rounds.ts';
export type { Measures } from '../sim/synthesis/measures.ts';
export { betterBy, MEASURES, measuresOf, randomMeasures } from '../sim/synthesis/measures.ts';
export { synthesizedAnswers } from '../sim/synthesis/participants-of-population.ts';
export { reflectedOf } from '../sim/synthesis/reflected-of.ts';
export type { SeedInterval } from '../sim/synthesis/seed-interval.ts';
export { seedInterval } from '../sim/synthesis/seed-interval.ts';
export type {
  CalibrationName,
  Persuasion,
  Sharing,
  StudyCell,
  StudyRow,
} from '../sim/synthesis/synthesis-study.ts';
export {
  CALIBRATIONS as SYNTHESIS_CALIBRATIONS,
  synthesisStudy,
} from '../sim/synthesis/synthesis-study.ts';
export { cacheFolder } from './cache/cache-folder.ts';
// Warnings of results, to measure how often they err.
export { repeatDrift } from './noise/repeat-drift.ts';
// Comparisons of models, item by item.
export { AnswerCurves } from './ranking/compare/answer-curves.ts';
export { calibrationWithout } from './ranking/compare/calibration-without.ts';
export { ComparisonTest } from './ranking/compare/comparison-test.ts';
export { differenceBelief } from './ranking/compare/difference-belief.ts';
export { differenceMoments } from './ranking/compare/difference-moments.ts';
export { kinship } from './ranking/compare/kinship.ts';
export { nearAbilities } from './ranking/compare/near-abilities.ts';
// Folds of recorded models, and their tests.
export type { FoldBank } from './ranking/fold-bank.ts';
export { foldBank } from './ranking/fold-bank.ts';
export type { GradedScore } from './ranking/graded/graded-tests.ts';
export { gradedTests } from './ranking/graded/graded-tests.ts';
export { holds, scoreIntervals } from './ranking/intervals.ts';
export { recordedExaminees, strataOf } from './ranking/recorded-bank.ts';
export type { RecordedExaminee } from './ranking/recorded-test.ts';
export type { ShortForms } from './ranking/short-form.ts';
// Runs: what tells one from another, and budgets.
export { configurationHash } from './run/configuration-hash.ts';
export type { BudgetLimits, Taken } from './run/run-budgets.ts';
export { BUDGET_KINDS } from './run/run-budgets.ts';
export { answerDoubts } from './scoring/doubts/examinee-doubts.ts';
// An endpoint without a model.
export type { Answerer, ModelQuestion } from './stand-in/answerer.ts';
export { simulate as simulatedAnswerer } from './stand-in/answerers/simulate.ts';
export { readStage } from './stand-in/debate/read-stage.ts';
export type { FaultRates } from './stand-in/faults.ts';
export { indexQuestions } from './stand-in/questions/question-index.ts';
export { serveStandIn } from './stand-in/serve-stand-in.ts';
export { dealFolds } from './statistics/deal-folds.ts';
// Banks whose items can be asked.
export type { LiveBank } from './tested-bank/live-bank.ts';
export { readLiveBank } from './tested-bank/live-bank.ts';
export { compareRankings } from './workflow/agreement/compare-rankings.ts';
// What ends asking.
export type { Interrupts } from './workflow/asking/stop-signals.ts';
export { nextItems } from './workflow/compare/compare-recorded.ts';
export { changesOf } from './workflow/compare/comparison-result.ts';
export { raterDoubts } from './workflow/judges/rater-doubts.ts';
// A synthesis step by step: prepared, claimed, asked, finished.
export type { SynthesisAsked } from './workflow/synthesis/ask-synthesis.ts';
export { askSynthesis } from './workflow/synthesis/ask-synthesis.ts';
export { finishSynthesis } from './workflow/synthesis/finish-synthesis.ts';
export { synthesisBank } from './workflow/synthesis/synthesis-bank.ts';
export type { BudgetUse } from './workflow/synthesis/synthesis-budgets.ts';
export { budgetOutlook, requireBudgets } from './workflow/synthesis/synthesis-budgets.ts';
export type { SynthesisEstimate } from './workflow/synthesis/synthesis-estimate.ts';
export { synthesisEstimate } from './workflow/synthesis/synthesis-estimate.ts';
export type { SynthesisJob } from './workflow/synthesis/synthesis-job.ts';
export { claimSynthesis, prepareSynthesis } from './workflow/synthesis/synthesis-job.ts';
export { synthesisRun } from './workflow/synthesis/synthesis-run.ts';
