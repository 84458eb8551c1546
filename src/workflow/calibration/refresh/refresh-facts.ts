import { count, decimal, plural } from '../../../numbers.ts';
import { quoted } from '../../../text/quoted.ts';
import type { RefreshReport } from './refresh-report.ts';
import { refreshSummary } from './refresh-summary.ts';
import { someOf } from './refresh-words.ts';

/** The answers, the method and the scale: names and values. */
export function factsOf(report: RefreshReport): [name: string, value: string][] {
  return factLines(report).map((line) => {
    const at = line.indexOf(': ');
    return [line.slice(0, at), line.slice(at + 2)];
  });
}

/** The same, a line each: `name: value`. */
export function factLines(report: RefreshReport): string[] {
  const { collected, method, abilities, anchors, designEffect, link, changedItems } = report;
  const { answers, merged, repeated, unknown, withoutScore, openRuns, newModels, models } =
    collected;
  const {
    prompts = {},
    aliases = [],
    apart = [],
    trainings = [],
    spellings = [],
    watchRuns = 0,
  } = collected;
  const byPrompt = Object.entries(prompts);
  const { fates } = refreshSummary(report);
  return [
    `models: ${count(newModels.length)} new (${someOf(newModels)}), ${count(models - newModels.length)} of the old calibration`,
    `answers: ${count(answers.recorded)} recorded, ${count(answers.runs)} of runs, ${count(answers.sessions)} of sessions`,
    ...(merged.length === 0
      ? []
      : [
          `answers from several tests or sources: ${someOf(merged)}; of ${plural(repeated, 'repeated answer')} the first counts`,
        ]),
    ...(byPrompt.length < 2
      ? []
      : [
          `prompts of runs: ${byPrompt.map(([prompt, n]) => `${prompt} (${count(n)} answers)`).join(', ')}; what another prompt changes counts as ability or as drift here`,
        ]),
    ...spellings.map(
      (names) =>
        `one name in several letter cases, spaces or Unicode forms: ${names.map(quoted).join(', ')}; they count as one model`,
    ),
    ...aliases.map(
      (names) =>
        `one model at one address under several names: ${someOf(names)}; they count as models of one family`,
    ),
    ...apart.map(
      (names) =>
        `different models under one name, by what their endpoints reported: ${someOf(names)}; they count as models of one family`,
    ),
    ...trainings.map(
      (names) =>
        `names that differ in their last number only, as of checkpoints of one training: ${someOf(names)}; they count as models of one family`,
    ),
    ...(unknown + withoutScore === 0
      ? []
      : [
          `left out: ${count(withoutScore)} answers to retired items or items with another key, ${count(unknown)} to items that the bank does not have`,
        ]),
    ...(openRuns.length === 0
      ? []
      : [`left out: runs that are not finished (${openRuns.join(', ')})`]),
    ...(watchRuns === 0
      ? []
      : [
          `left out: ${plural(watchRuns, 'run')} of watch, because checkpoints of one training are nearly one model many times`,
        ]),
    ...(changedItems.length === 0
      ? []
      : [
          `retired, or with another key since the old calibration: ${plural(changedItems.length, 'item')} (${someOf(changedItems)})`,
        ]),
    method === 'fixed'
      ? `method: fixed; stable items keep their parameters, and ${count(anchors)} of them hold the scale`
      : `method: link; calibrated again, and brought to the old scale by ${count(anchors)} stable items (slope ${decimal(link.slope, 3)}, intercept ${decimal(link.intercept, 3)})`,
    `items: ${fates.map(([words, n]) => `${count(n)} ${words}`).join(', ')}`,
    ...(abilities.new === null
      ? []
      : [
          `ability of new models on the old scale: mean ${decimal(abilities.new.mean, 2)} (standard error ${decimal(abilities.new.error, 2)}), standard deviation ${decimal(abilities.new.sd, 2)}`,
        ]),
    ...(designEffect > 1
      ? [
          `models of one family answer alike: tests allow for residuals ${decimal(designEffect, 2)} times as large`,
        ]
      : []),
  ];
}
