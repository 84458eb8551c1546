import { judgeWordingOf } from '../../prompt/judge/wording/language.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { randomNormal, randomStream } from '../../random.ts';
import { rougeL } from '../../scoring/metrics/rouge/rouge-l.ts';
import { tokensOf } from '../../scoring/metrics/tokens/tokens-of.ts';
import type { Answerer } from '../answerer.ts';

/** How a simulated judge errs, in shares of the scale. */
export interface SimulatedJudge {
  /** Added to every grade; of two answers to the first one. */
  readonly bias: number;
  /** Standard deviation of what is added to a grade. */
  readonly noise: number;
}

export interface JudgeSimulation {
  readonly judges: ReadonlyMap<string, SimulatedJudge>;
  /** Share of replies that cannot be read as they are. */
  readonly faults: number;
  readonly seed: number;
}

/** Two answers this close are equally good. */
const TIE = 0.05;

/**
 * Answers the prompts of judges (src/prompt/judge) by assumptions: the quality of an answer is the share of the reference answer's
 * characters that it has in the same order, a grade is its place on the scale with bias and noise, rounded. Each aspect has noise of its
 * own. Anything else is no question to a judge.
 */
export function judge({ judges, faults, seed }: JudgeSimulation): Answerer {
  return {
    models: [...judges.keys()],
    answer({ model, messages, repeat }) {
      const first = messages.find(({ role }) => role === 'user')?.content ?? '';
      const read = readPrompt(first);
      const own = judges.get(model);
      if (read === undefined) return 'question_unknown';
      if (own === undefined) return 'output_unknown';
      const asked = messages.filter(({ role }) => role === 'user').length;
      const random = randomStream(seed, 'judge', model, first, repeat, asked);
      const isFaulty = random() < faults;
      const noisy = (quality: number) => quality + own.noise * randomNormal(random);
      const code = read.code === undefined ? {} : { code: read.code };
      if (read.aspects.length === 0) {
        const [a, b] = read.qualities.map(noisy);
        const lead = a + own.bias - b;
        const better = Math.abs(lead) < TIE ? 'tie' : lead > 0 ? 'A' : 'B';
        return said({ better, ...code }, isFaulty, random);
      }
      const grades = read.aspects.map(({ name, low, high }) => {
        const place = noisy(read.qualities[0]) + own.bias;
        return [name, low + Math.round(Math.min(1, Math.max(0, place)) * (high - low))];
      });
      return said({ ...Object.fromEntries(grades), ...code }, isFaulty, random);
    },
  };
}

function said(object: object, isFaulty: boolean, random: () => number) {
  const json = JSON.stringify(object);
  if (!isFaulty) return { text: json, thinking: null };
  const faulty = [json.replaceAll('"', "'"), json.slice(0, json.length / 2), 'Quite good.', ''];
  return { text: faulty[Math.floor(random() * faulty.length)], thinking: null };
}

interface JudgePrompt {
  /** Empty if two answers are compared. */
  readonly aspects: readonly {
    readonly name: string;
    readonly low: number;
    readonly high: number;
  }[];
  /** Of each answer, in [0, 1]. */
  readonly qualities: readonly number[];
  readonly code: string | undefined;
}

const ASPECT = /^(.+) \((-?\d+)(?: to |至)(-?\d+)分?\): /gm;

function readPrompt(prompt: string): JudgePrompt | undefined {
  for (const language of PROMPT_LANGUAGES) {
    const { headings, answer, pair } = judgeWordingOf(language);
    const reference = quoted(prompt, headings.references);
    const answers = [answer, pair.first, pair.second].flatMap((one) => quoted(prompt, one) ?? []);
    if (reference === undefined || answers.length === 0) continue;
    const wanted = tokensOf(reference, 'characters');
    return {
      aspects:
        answers.length > 1
          ? []
          : [...prompt.matchAll(ASPECT)].map(([, name, low, high]) => ({
              ...{ name, low: Number(low), high: Number(high) },
            })),
      qualities: answers.map((one) => rougeL(tokensOf(one, 'characters'), wanted).recall),
      code: /^[^>].*"code": "([0-9a-f]{8})"/m.exec(prompt)?.[1],
    };
  }
  return undefined;
}

/** What is quoted below a heading. */
function quoted(prompt: string, heading: string): string | undefined {
  const lines = prompt.split('\n');
  const at = lines.indexOf(heading);
  if (at === -1) return undefined;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => !line.startsWith('> '));
  return rest
    .slice(0, end === -1 ? rest.length : end)
    .map((line) => line.slice(2))
    .join('\n');
}
