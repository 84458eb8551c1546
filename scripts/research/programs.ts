import type { CommandTable } from '../../src/cli/command-kit.ts';

/** The research programs by name, in the order of `thetarank research --help`, which starts them. */
export const RESEARCH_PROGRAMS: CommandTable = {
  trial: async () => (await import('./trial/trial.ts')).addTrialCommand,
  paper: async () => (await import('./paper/paper.ts')).addPaperCommand,
  evidence: async () => (await import('./evidence/evidence.ts')).addEvidenceCommand,
};
