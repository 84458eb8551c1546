import type { Command } from 'commander';
import { addNamedCommand, type CommandTable } from '../../src/cli/command-kit.ts';

const PROGRAMS: CommandTable = {
  all: async () => (await import('./all/all.ts')).addAllCommand,
  ranking: async () => (await import('./ranking/ranking.ts')).addRankingCommand,
  orders: async () => (await import('./orders/orders.ts')).addOrdersCommand,
  'paper-page': async () => (await import('./paper/paper-evidence.ts')).addPaperEvidenceCommand,
  calibration: async () => (await import('./calibration/calibration.ts')).addCalibrationCommand,
  abilities: async () => (await import('./abilities/abilities.ts')).addAbilitiesCommand,
  agreement: async () => (await import('./agreement/agreement.ts')).addAgreementEvidenceCommand,
  humans: async () => (await import('./humans/humans.ts')).addHumansEvidenceCommand,
  people: async () => (await import('./people/people.ts')).addPeopleEvidenceCommand,
  judges: async () => (await import('./judges/judges.ts')).addJudgesEvidenceCommand,
  raters: async () => (await import('./raters/raters.ts')).addRatersEvidenceCommand,
  dif: async () => (await import('./dif/dif.ts')).addDifEvidenceCommand,
  pretest: async () => (await import('./pretest/pretest.ts')).addPretestEvidenceCommand,
  refresh: async () => (await import('./refresh/refresh.ts')).addRefreshEvidenceCommand,
  compare: async () => (await import('./compare/compare.ts')).addCompareEvidenceCommand,
  flags: async () => (await import('./flags/flags.ts')).addFlagsCommand,
  audit: async () => (await import('./audit/audit.ts')).addAuditCommand,
  fractions: async () => (await import('./fractions/fractions.ts')).addFractionsCommand,
  graded: async () => (await import('./graded/graded.ts')).addGradedEvidenceCommand,
  'graded-tests': async () =>
    (await import('./graded-tests/graded-tests.ts')).addGradedTestsCommand,
  likelihoods: async () => (await import('./likelihoods/likelihoods.ts')).addLikelihoodsCommand,
  noise: async () => (await import('./noise/noise.ts')).addNoiseEvidenceCommand,
  when: async () => (await import('./when/when.ts')).addWhenCommand,
  series: async () => (await import('./series/series.ts')).addSeriesEvidenceCommand,
  watch: async () => (await import('./watch/watch.ts')).addWatchEvidenceCommand,
  stress: async () => (await import('./stress/stress.ts')).addStressEvidenceCommand,
  strange: async () => (await import('./strange/strange.ts')).addStrangeCommand,
  costs: async () => (await import('./costs/costs.ts')).addCostsCommand,
  endpoints: async () => (await import('./endpoints/endpoints.ts')).addEndpointsCommand,
  synthesis: async () => (await import('./synthesis/synthesis.ts')).addSynthesisCommand,
  'synthesis-record': async () =>
    (await import('./synthesis-record/synthesis-record.ts')).addSynthesisRecordCommand,
};

/** The programs that make the pages of docs/evidence. */
export async function addEvidenceCommands(
  program: Command,
  args: readonly string[],
): Promise<void> {
  await addNamedCommand(program, PROGRAMS, args);
}
