import { randomInteger, randomStream } from '../../random.ts';
import type { Answer, Answerer, Unanswered } from '../answerer.ts';
import { clozeFaults, clozeQuestion, PLANTED, solutionOf } from './cloze.ts';
import { readWritingPrompt } from './read-prompt.ts';

/** How a simulated auditor errs. */
export interface SimulatedAuditor {
  /** Probability that it names a fault that a question has. */
  readonly sensitivity: number;
  /** Probability that it names a fault that a question does not have, and that it solves a question wrongly. */
  readonly falseAlarms: number;
}

export interface WritingSimulation {
  /** By name: the share of questions with a planted fault, as long as no feedback names that fault. */
  readonly writers: ReadonlyMap<string, number>;
  readonly auditors: ReadonlyMap<string, SimulatedAuditor>;
  readonly seed: number;
}

/** A fault that feedback names is planted this many times as often. */
const HEEDED = 0.1;

/**
 * Answers the prompts for writers and auditors (src/prompt/write) by assumptions. A writer leaves a word out of a sentence of the passage,
 * and plants a fault in some questions; an auditor finds what is planted from the text alone. Anything else is no question to them.
 */
export function writers({ writers: flaws, auditors, seed }: WritingSimulation): Answerer {
  return {
    models: [...flaws.keys(), ...auditors.keys()],
    answer({ model, messages, repeat }): Answer | Unanswered {
      const prompt = messages.find(({ role }) => role === 'user')?.content ?? '';
      const read = readWritingPrompt(prompt);
      if (read === undefined) return 'question_unknown';
      const random = randomStream(seed, 'writing', model, prompt, repeat);
      if (read.stage === 'write') {
        const rate = flaws.get(model);
        if (rate === undefined) return 'output_unknown';
        const fault = PLANTED[randomInteger(random, PLANTED.length)];
        const isPlanted = random() < rate * (read.named.includes(fault) ? HEEDED : 1);
        const { language, type, passage, focus, others } = read;
        return said(
          clozeQuestion(
            language,
            type,
            { passage, focus, others },
            isPlanted ? fault : null,
            random,
          ),
        );
      }
      const auditor = auditors.get(model);
      if (auditor === undefined) return 'output_unknown';
      const { question, passage, code } = read;
      if (read.stage === 'solve') {
        const letters = Object.keys(question.options ?? {});
        const isWrong = random() < auditor.falseAlarms;
        const solved = isWrong ? null : solutionOf(question, passage);
        const guessed =
          letters.length === 0 ? ['?'] : [letters[randomInteger(random, letters.length)]];
        return said({ code, answer: solved ?? guessed });
      }
      const found = clozeFaults(question, passage).filter(() => random() < auditor.sensitivity);
      const alarm = random() < auditor.falseAlarms ? ['trivial'] : [];
      return said({
        code,
        issues: [...found, ...alarm].map((kind) => ({ kind, note: `simulated: ${kind}` })),
      });
    },
  };
}

function said(object: object): Answer {
  return { text: JSON.stringify(object), thinking: null };
}
