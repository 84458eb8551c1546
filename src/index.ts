/**
 * The public API of thetarank: what a program may import. Names that are not here may change in any release.
 */

// Diagnosis: items that favour a group, leaked items, wrong keys.
export { findContamination } from '../calibration/diagnose/dif/contamination.ts';
export type { DifMethod } from '../calibration/diagnose/dif/find-dif.ts';
export { DIF_METHODS, findDif } from '../calibration/diagnose/dif/find-dif.ts';
export { keyEvidence } from '../calibration/diagnose/keys/key-evidence.ts';
export type { RecordedChoices } from '../calibration/diagnose/keys/recorded-choices.ts';
export {
  NO_CHOICE,
  SCORED_RIGHT,
  SCORED_WRONG,
} from '../calibration/diagnose/keys/recorded-choices.ts';
export { negativeItems } from '../calibration/diagnose/negative-items.ts';
// Calibration: recorded answers → item parameters, ratings → severities and fair scores.
export type {
  FacetDeviations,
  FacetFit,
  FacetOptions,
  FacetPriors,
  FacetRaters,
  FacetRatings,
  FacetTests,
  FacetThresholds,
  FairScores,
} from '../calibration/facets/facet-types.ts';
export { FACET_PRIORS, NO_FACET_PRIORS } from '../calibration/facets/facet-types.ts';
export { fitFacets } from '../calibration/facets/fit-facets.ts';
export type { Calibration, CalibrationOptions } from '../calibration/fit/calibrate.ts';
export { calibrate } from '../calibration/fit/calibrate.ts';
export type { GroupPrior, ItemPriors } from '../calibration/fit/item-priors.ts';
export { itemRestCorrelation } from '../calibration/fit/item-rest-correlation.ts';
export type {
  MarginalFit,
  MarginalFitOptions,
  MarginalStandardErrors,
} from '../calibration/fit/library-marginal.ts';
export { fitMarginal, standardErrors } from '../calibration/fit/library-marginal.ts';
export type { CalibrationEngine } from '../calibration/fit/marginal/engine/calibration-engine.ts';
export type {
  AbilityDistribution,
  EstimatedDistribution,
} from '../calibration/fit/marginal/fit-histogram.ts';
export type { Model, PriorSet } from '../calibration/fit/marginal/fit-marginal.ts';
export type { Prior } from '../calibration/fit/marginal/prior.ts';
export type { Slopes } from '../calibration/fit/marginal/slopes.ts';
export { SLOPES } from '../calibration/fit/marginal/slopes.ts';
export { marginalLogLikelihood } from '../calibration/fit/marginal-log-likelihood.ts';
export type { Rung } from '../calibration/fit/rungs.ts';
export { RUNGS } from '../calibration/fit/rungs.ts';
// Calibration on several threads.
export { wasmEngine } from '../calibration/kernel/wasm-engine.ts';
// Items with several categories, and of any models: calibration, curves, abilities.
export type {
  PolytomousFit,
  PolytomousOptions,
} from '../calibration/polytomous/calibrate-polytomous.ts';
export { calibratePolytomous } from '../calibration/polytomous/calibrate-polytomous.ts';
export type {
  CandidateReport,
  ChoiceOptions,
  GradedCandidate,
  ModelChoice,
} from '../calibration/polytomous/choose/choose-model.ts';
export { choosePolytomousModel } from '../calibration/polytomous/choose/choose-model.ts';
export type { PolytomousModel } from '../calibration/polytomous/models/models.ts';
export { POLYTOMOUS_MODELS } from '../calibration/polytomous/models/models.ts';
export type { PolytomousPriors } from '../calibration/polytomous/priors.ts';
export { NO_PRIORS } from '../calibration/polytomous/priors.ts';
// Recalibration on the old scale.
export { refreshCalibration } from '../calibration/refresh/refresh-calibration.ts';
export type { RefreshResult } from '../calibration/refresh/refresh-types.ts';
// Audits.
export type { FoundSuspects } from '../item-bank/audit/find-suspects.ts';
export { findSuspects } from '../item-bank/audit/find-suspects.ts';
export { shinglesOf } from '../item-bank/audit/shingles.ts';
export { similarItems } from '../item-bank/audit/similar-items.ts';
// Item banks.
export type { Bank, FullScore, HarnessMap, ItemTag } from '../item-bank/bank.ts';
export { loadBuiltinBank } from '../item-bank/builtin/load.ts';
export type { BuiltinBank } from '../item-bank/builtin/names.ts';
export { BUILTIN_BANKS, isBuiltinBank } from '../item-bank/builtin/names.ts';
export { decodeBank } from '../item-bank/format/decode.ts';
export { encodeBank } from '../item-bank/format/encode.ts';
export { fullScoreWeights } from '../item-bank/full-score.ts';
// People on items: accuracies with intervals, and models beside them.
export { humanAccuracy } from '../item-bank/humans/human-accuracy.ts';
export { humanGap } from '../item-bank/humans/human-gap.ts';
export type { HumanItem } from '../item-bank/humans/human-item.ts';
// Items.
export { contentHash } from '../item-bank/items/content-hash.ts';
export type { Item } from '../item-bank/items/item.ts';
export { itemLine } from '../item-bank/items/item-line.ts';
export type { Metric } from '../item-bank/items/metric/metric.ts';
export { readMetric } from '../item-bank/items/metric/read-metric.ts';
export { validateItem } from '../item-bank/items/validate-item.ts';
export { weaknessesOf } from '../item-bank/items/weak-item.ts';
// Simulated answers.
export { simulatedAnswers } from '../sim/calibration/simulated-answers.ts';
export { simulatedCategories } from '../sim/calibration/simulated-categories.ts';
// Simulation studies.
export type { ControlRequest, ControlStep } from '../sim/exposure/find-control.ts';
export { findControl } from '../sim/exposure/find-control.ts';
export type { MonteCarloReport } from '../sim/monte-carlo/study.ts';
export type { OrderingReport, OrderingRequest } from '../sim/ordering/ordering.ts';
export { ordering, orderingSteps } from '../sim/ordering/ordering.ts';
export { shareWithInterval } from '../sim/ordering/share-with-interval.ts';
export type { PostHocReport, PostHocRequest } from '../sim/post-hoc/post-hoc.ts';
export { postHoc, postHocSteps } from '../sim/post-hoc/post-hoc.ts';
export type { PostHocResult } from '../sim/post-hoc/summary.ts';
export type { LengthReport } from '../sim/test-length/length-report.ts';
// Adaptive sessions.
export type { AssemblyRule } from './cat/assemble/assembly-rule.ts';
export type { Program, ProgramSolution, ProgramSolver } from './cat/assemble/program.ts';
export type { ShadowOptions, ShadowReport } from './cat/assemble/shadow-tests.ts';
export type { CatBank, TagCodes } from './cat/bank.ts';
export { DEFAULT_BOUNDS, prepareBank } from './cat/bank.ts';
export type { SessionConfiguration } from './cat/configuration.ts';
export { PUBLISHED } from './cat/configuration.ts';
export type { BarredItems } from './cat/constrain/barred.ts';
export type { Quota } from './cat/constrain/quotas.ts';
export type { ExposureCounts, ExposureHistory } from './cat/exposure/exposure-counts.ts';
export {
  addBlock,
  addCounts,
  countSession,
  emptyCounts,
  emptyHistory,
  exposureRates,
} from './cat/exposure/exposure-counts.ts';
export type { ExposureEntry, ExposureRule } from './cat/exposure/exposure-rules.ts';
export { barsOfBlock, EXPOSURE_RULES } from './cat/exposure/exposure-rules.ts';
export type { SympsonHetterOptions, SympsonHetterResult } from './cat/exposure/sympson-hetter.ts';
export { sympsonHetter } from './cat/exposure/sympson-hetter.ts';
export { fixedForm } from './cat/fixed-form.ts';
export type { GradedBank } from './cat/graded/graded-bank.ts';
export { gradedBank } from './cat/graded/graded-bank.ts';
export type { GradedPrediction } from './cat/graded/graded-prediction.ts';
export type { GradedTestOptions } from './cat/graded/graded-session.ts';
export { GradedSession } from './cat/graded/graded-session.ts';
export type { Alarm } from './cat/robust/alarm.ts';
export type { ItemCosts } from './cat/robust/item-costs.ts';
export type { InformationIndex } from './cat/select/information-index.ts';
export type { SelectRule } from './cat/select/selector.ts';
export type { SelectName, SelectorEntry } from './cat/select/selectors.ts';
export { SELECTORS } from './cat/select/selectors.ts';
export type { CurrentEstimate, IssuedItem, SessionRecord } from './cat/session.ts';
export { AdaptiveSession, resumeSession } from './cat/session.ts';
export { classOf } from './cat/stop/classification.ts';
export type { SprtRule, StopRule } from './cat/stop/rules.ts';
export type { Side } from './cat/stop/sprt.ts';
export { sprtDecision, sprtSide } from './cat/stop/sprt.ts';
export type { StopEntry } from './cat/stop/stop-rules.ts';
export { STOP_RULES } from './cat/stop/stop-rules.ts';
// Charts as SVG texts.
export { errorBand } from './charts/error-band.ts';
export type { LineChart, LineStyle, Panel } from './charts/line-panels.ts';
export { lineChartSvg, PAGE_LAYOUT } from './charts/line-panels.ts';
export type { RangeChart } from './charts/range-rows.ts';
export { rangeChartSvg } from './charts/range-rows.ts';
// Errors.
export type { ErrorCode } from './errors.ts';
export { ThetarankError } from './errors.ts';
// Examinees: who answers.
export type { EndpointOptions } from './examinee/endpoint/configuration/configuration.ts';
export { endpointConfiguration } from './examinee/endpoint/configuration/configuration.ts';
export type { Examinee, Question, Reply, ReplyCache, ServedModel } from './examinee/examinee.ts';
export { endpointGates } from './examinee/gate/endpoint-gates.ts';
export type { EndpointExaminee } from './examinee/open-ai-examinee.ts';
export { openAiExaminee } from './examinee/open-ai-examinee.ts';
export { recordedExaminee } from './examinee/recorded.ts';
export type { Clock, EndpointNotice, EndpointServices } from './examinee/services.ts';
export { SYSTEM_CLOCK } from './examinee/services.ts';
export { simulatedExaminee } from './examinee/simulated.ts';
// Files users exchange.
export { harnessSamplesArgument } from './files/harness/harness-form.ts';
export type { HarnessBank } from './files/harness/harness-tasks.ts';
export type {
  HarnessAnswer,
  HarnessOptions,
  HarnessReport,
} from './files/harness/read-harness-samples.ts';
export { readHarnessSamples } from './files/harness/read-harness-samples.ts';
export type { ParameterFile, StandardErrors } from './files/items/read-parameters.ts';
export { readParameters } from './files/items/read-parameters.ts';
export { readItemTags } from './files/items/read-tags.ts';
export { readFamilies } from './files/responses/read-families.ts';
export type { Responses } from './files/responses/read-responses.ts';
export { readResponses } from './files/responses/read-responses.ts';
export type { CsvCell } from './files/write/write.ts';
export { checkFolder, checkWritable, toCsv, writeFileWhole } from './files/write/write.ts';
// The solver of shadow tests.
export { loadSolver } from './highs-solver.ts';
// Response models, information, ability, predicted score.
export type { Answers } from './irt/answers.ts';
export { answersOf, isMixed } from './irt/answers.ts';
export type { AbilityEstimate, EstimatorName, NormalPrior } from './irt/estimate/estimate.ts';
export { ESTIMATORS, estimateAbility, STANDARD_NORMAL } from './irt/estimate/estimate.ts';
export { information } from './irt/information.ts';
export { informationPeak } from './irt/information-peak.ts';
export type { LikelihoodGrid } from './irt/likelihood-grid.ts';
export { addAnswer, emptyGrid, gridOf, stepFor } from './irt/likelihood-grid.ts';
export type { LikelihoodSlope } from './irt/likelihood-slope.ts';
export { logLikelihood } from './irt/log-likelihood.ts';
export { logComplement, logProbability } from './irt/log-probability.ts';
export type { ItemParameters } from './irt/parameters.ts';
export { itemParameters, pickItems } from './irt/parameters.ts';
export type { CategoryMatrix } from './irt/polytomous/category-matrix.ts';
export { categoriesOfScores } from './irt/polytomous/category-matrix.ts';
export type { CategoryCurves } from './irt/polytomous/curves/category-curves.ts';
export { categoryCurves, openCurves } from './irt/polytomous/curves/category-curves.ts';
export type { MixedEstimator } from './irt/polytomous/estimate/estimate-mixed.ts';
export { estimateMixedAbility } from './irt/polytomous/estimate/estimate-mixed.ts';
export type { ItemMoments } from './irt/polytomous/item-moments.ts';
export { itemMoments } from './irt/polytomous/item-moments.ts';
export type { MixedAnswers } from './irt/polytomous/mixed-answers.ts';
export {
  mixedAnswersOf,
  mixedLogLikelihood,
  mixedSlope,
} from './irt/polytomous/mixed-answers.ts';
export type { MixedItem, MixedItems } from './irt/polytomous/mixed-items.ts';
export { mixedItems } from './irt/polytomous/mixed-items.ts';
export type { NominalParameters, ScoringParameters } from './irt/polytomous/nominal-parameters.ts';
export { nominalOf, scoringOf } from './irt/polytomous/nominal-parameters.ts';
export type { PredictedScore } from './irt/predicted-score.ts';
export { predictedScore } from './irt/predicted-score.ts';
export { probability } from './irt/probability.ts';
export { probabilityDerivatives } from './irt/probability-derivatives.ts';
export type { ResponseMatrix } from './irt/responses.ts';
export { pickExaminees, pickItems as pickItemAnswers } from './irt/responses.ts';
export type { ExamineeScores, ScoringOptions } from './irt/score-examinees.ts';
export { scoreExaminees } from './irt/score-examinees.ts';
export { testInformation } from './irt/test-information.ts';
// Answer noise.
export { combinationInterval } from './noise/combination-interval.ts';
export { EFFECT_NAMES } from './noise/effects.ts';
export type { NoiseReport, NoiseSettings } from './noise/noise-report.ts';
export { noiseReport } from './noise/noise-report.ts';
export type { Observations } from './noise/observations.ts';
export { passAtK } from './noise/pass-at-k.ts';
export { passFigures } from './noise/pass-figures.ts';
export type { Design as NoiseDesign } from './noise/planned-error.ts';
export { plannedError, plannedInterval } from './noise/planned-error.ts';
export type { Repeats as RepeatedAnswers } from './noise/repeats.ts';
export { varianceComponents } from './noise/variance-components.ts';
// Operations: what commands do, by `perform`.
export { calibrateDiagnose } from './operations/calibrate/diagnose/diagnose.ts';
export { calibrateDif } from './operations/calibrate/dif/dif.ts';
export { calibrateFit } from './operations/calibrate/fit/fit.ts';
export { calibrateRefresh } from './operations/calibrate/refresh/refresh.ts';
export { calibrateRescore } from './operations/calibrate/rescore.ts';
export { compare } from './operations/compare/compare.ts';
export { evaluate } from './operations/evaluate/evaluate.ts';
export { judges } from './operations/judges/judges.ts';
export { noise } from './operations/noise/noise.ts';
export { order } from './operations/order/order.ts';
export type { PerformOptions } from './operations/perform.ts';
export { perform } from './operations/perform.ts';
export { place } from './operations/place/place.ts';
export { rank } from './operations/rank/rank.ts';
export { grade } from './operations/scoring/grade.ts';
export { series } from './operations/series/series.ts';
export { simulateOrdering } from './operations/simulate/ordering.ts';
export { simulatePostHoc } from './operations/simulate/post-hoc/post-hoc.ts';
export { testLength } from './operations/simulate/test-length/test-length.ts';
export { stress } from './operations/stress/stress.ts';
// Judges: their prompts, and what is read from their replies.
export type { JudgedAnswer } from './prompt/judge/judge-conversation.ts';
export { judgeConversation } from './prompt/judge/judge-conversation.ts';
export { judgedAnswers } from './prompt/judge/judged-answers.ts';
export type { Judgement, NoJudgement } from './prompt/judge/read-judgement.ts';
export { readJudgement } from './prompt/judge/read-judgement.ts';
export type { Verdict } from './prompt/judge/read-verdict.ts';
export { readVerdict } from './prompt/judge/read-verdict.ts';
export type { Rubric } from './prompt/judge/rubric.ts';
export { BUILTIN_RUBRICS, rubricOf } from './prompt/judge/rubrics.ts';
export type { JudgedPair } from './prompt/judge/verdict-conversation.ts';
export { verdictConversation } from './prompt/judge/verdict-conversation.ts';
// Prompts.
export type { MessageBody, MessagePart } from './prompt/message-body.ts';
export { messageBody } from './prompt/message-body.ts';
export type { Prompt, PromptOptions } from './prompt/prompt.ts';
export { promptOf } from './prompt/prompt.ts';
// Random streams.
export type { RandomStream } from './random.ts';
export { randomNormal, randomStream, shuffle } from './random.ts';
export type { Agreement } from './ranking/agreement.ts';
export { agreement } from './ranking/agreement.ts';
export type { ScaleChange } from './ranking/common-scale.ts';
export { commonScale } from './ranking/common-scale.ts';
export type { ComparedTest } from './ranking/compare/test-change.ts';
export { testChange } from './ranking/compare/test-change.ts';
export type { Families } from './ranking/families.ts';
export { familiesOf } from './ranking/families.ts';
export type {
  ExpectedScore,
  ScoreWithInterval,
  TagAgreement,
  TagScore,
  TagScores,
} from './ranking/further-scores.ts';
// Rankings.
export type { GradedWidth, KnownTest } from './ranking/graded/graded-interval.ts';
export { gradedInterval, gradedWidth } from './ranking/graded/graded-interval.ts';
export type { ItemsRight } from './ranking/items-right.ts';
export type { LiveScore, LiveTest } from './ranking/live/live-test.ts';
export type { LiveRequest, LiveTests } from './ranking/live/prepare-live.ts';
export { prepareLive } from './ranking/live/prepare-live.ts';
export type { OrderRecordedRequest, OrderResult } from './ranking/ordering/order-recorded.ts';
export { orderRecorded, orderSteps } from './ranking/ordering/order-recorded.ts';
export type { Placement, RecordedPlace } from './ranking/place-answers.ts';
export { PLACE_STEPS, placeAnswers } from './ranking/place-answers.ts';
export { rankRecorded } from './ranking/rank-recorded.ts';
export type { RankRequest, RankStrategy } from './ranking/recorded/rank-request.ts';
export { RANK_STRATEGIES, rankSteps } from './ranking/recorded/rank-request.ts';
export type { RankCosts, RankedModel, RankResult } from './ranking/recorded/rank-result.ts';
export type { RecordedBank } from './ranking/recorded-bank.ts';
// Two leaderboards beside each other.
export { CORRELATIONS, compareBoards } from './ranking/two-boards/compare-boards.ts';
export { disagreements } from './ranking/two-boards/disagreements.ts';
export type { TwoScores } from './ranking/two-boards/true-scores.ts';
// Runs: models are asked, answers kept.
export { Budget } from './run/budget.ts';
export type { ModelOutcome, RunModel, RunServices } from './run/run-models.ts';
export { runModels } from './run/run-models.ts';
export type { RunAnswer, RunStore, RunSummary } from './run/run-record.ts';
export type { EndpointChange } from './run/served-models.ts';
// Outputs: extraction and scores.
export type { ChoiceQuestion, Extraction } from './scoring/extract/extraction.ts';
export type { ExtractionMode } from './scoring/extract/modes.ts';
export { extractorOf } from './scoring/extract/modes.ts';
// Two answers compared by a judge.
export type { Combined, PositionBias, Shown } from './scoring/judges/combine-orders.ts';
export { combineOrders, positionBias } from './scoring/judges/combine-orders.ts';
// Judges: what their scores show.
export { effectiveJudges } from './scoring/judges/effective-judges.ts';
export { familyBias } from './scoring/judges/family-bias.ts';
export type { JudgedScores } from './scoring/judges/judged-scores.ts';
export { cosineSimilarity } from './scoring/metrics/cosine-similarity.ts';
export type { AnsweredReference } from './scoring/metrics/metrics.ts';
export { METRICS, scoreAnswer } from './scoring/metrics/metrics.ts';
export type { CorpusScore, CorpusValue } from './scoring/metrics/score-corpus.ts';
export { scoreCorpus } from './scoring/metrics/score-corpus.ts';
export type { AnswerPattern } from './scoring/patterns/answer-pattern.ts';
export type { OutputScore } from './scoring/score-output.ts';
export { scoreOutput } from './scoring/score-output.ts';
// Agreement of raters.
export { alphaInterval } from './statistics/agreement/alpha-interval.ts';
export { chanceDisagreement } from './statistics/agreement/disagreement-ends.ts';
export { exactAgreement } from './statistics/agreement/exact-agreement.ts';
export { coefficientInterval, shareInterval } from './statistics/agreement/jackknife-interval.ts';
export { kappa } from './statistics/agreement/kappa.ts';
export { krippendorffAlpha } from './statistics/agreement/krippendorff-alpha.ts';
// Statistics.
export { correlationInterval } from './statistics/correlation-interval.ts';
export type { Comparisons, DavidsonFit, Strength } from './statistics/davidson.ts';
export { davidson } from './statistics/davidson.ts';
export { jackknifeError } from './statistics/jackknife-error.ts';
export type { Kendall } from './statistics/kendall.ts';
export { kendall } from './statistics/kendall.ts';
export { mean } from './statistics/mean.ts';
export { meanWithError } from './statistics/mean-with-error.ts';
export { median } from './statistics/median.ts';
export { midRanks } from './statistics/mid-ranks.ts';
export { NORMAL_90, NORMAL_95 } from './statistics/normal-points.ts';
export { normalQuantile } from './statistics/normal-quantile.ts';
export { normalTail } from './statistics/normal-tail.ts';
export { pairedScoreInterval } from './statistics/paired-score-interval.ts';
export { pairedScoreStatistic } from './statistics/paired-score-statistic.ts';
export { pearson } from './statistics/pearson.ts';
export { quantile } from './statistics/quantile.ts';
export { sampleVariance } from './statistics/sample-variance.ts';
export { spearman } from './statistics/spearman.ts';
export { squaredDeviations } from './statistics/squared-deviations.ts';
export { studentQuantile } from './statistics/student-quantile.ts';
export { variance } from './statistics/variance.ts';
export { weightedMean } from './statistics/weighted-mean.ts';
// The store.
export { openStore } from './store/open-store.ts';
export type { BankSummary, Store } from './store/store.ts';
// Effects of stress variants.
export { measureEffects } from './stress/measure-effects.ts';
export { verdictsOf } from './stress/verdicts.ts';
export { readYaml } from './text/read-yaml.ts';
// Tasks on threads.
export { runTasks } from './threads/run-tasks.ts';
export { serveTasks } from './threads/serve-tasks.ts';
export { raterSeverity } from './workflow/judges/rater-severity.ts';
// Rankings of models behind endpoints.
export type { IfMissing } from './workflow/live/if-missing.ts';
export type { LiveModel, LiveResult, LiveUse } from './workflow/live/live-result.ts';
export type { RankModelsRequest } from './workflow/live/rank-models.ts';
export { rankModels } from './workflow/live/rank-models.ts';
export type { LiveRanking } from './workflow/live/run-live-job.ts';
// How far a computation is.
export type { ConvergenceProgress, Progress } from './workflow/progress.ts';
// Simulation studies that take long: kept in folders, on several threads.
export type { MonteCarloOptions } from './workflow/studies/monte-carlo/simulate-monte-carlo.ts';
export { simulateMonteCarlo } from './workflow/studies/monte-carlo/simulate-monte-carlo.ts';
export type { StudyState, StudyWatch } from './workflow/studies/study-watch.ts';
// Synthesized participants.
export type { CalibratedSynthesis, FitWatch } from './workflow/synthesis/fit/calibrate-source.ts';
export type { SynthesisResult } from './workflow/synthesis/synthesis-result.ts';
export type { SynthesisWatch } from './workflow/synthesis/synthesis-watch.ts';
export type {
  CalibrateSynthesizedRequest,
  Synthesis,
  SynthesizeRequest,
} from './workflow/synthesis/synthesize.ts';
export { calibrateSynthesized, synthesize } from './workflow/synthesis/synthesize.ts';
