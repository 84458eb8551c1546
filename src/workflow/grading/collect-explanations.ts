import type { Tokenisation } from '../../../item-bank/items/metric/tokenisations.ts';
import { explanationOf } from '../../scoring/explanations/explanation-of.ts';
import {
  type Explained,
  type ExplanationScores,
  scoreExplanations,
} from '../../scoring/explanations/score-explanations.ts';

/** The explanations of one model. */
export interface ModelExplanations {
  readonly model: string;
  /** Answers to items without an explanation of their own, which cannot be scored. */
  readonly unreferenced: number;
  /** Null if no explanation can be scored. */
  readonly scores: ExplanationScores | null;
}

/** Collects explanations of models, to score them all at the end. */
export class ExplanationCollection {
  readonly #byModel = new Map<string, { explained: Explained[]; unreferenced: number }>();

  /** @param reference the explanation of the item; undefined if it has none */
  add(model: string, output: string, reference: string | undefined): void {
    const own = this.#byModel.get(model) ?? { explained: [], unreferenced: 0 };
    this.#byModel.set(model, own);
    if (reference === undefined) own.unreferenced++;
    else own.explained.push({ explanation: explanationOf(output), reference });
  }

  /** By model, in the order they were met. @param scored called after each model, with the share that is done */
  scores(
    tokens: Tokenisation,
    seed: number,
    scored: (share: number) => void = () => {},
  ): ModelExplanations[] {
    let done = 0;
    return [...this.#byModel].map(([model, { explained, unreferenced }]) => {
      const scores =
        explained.length === 0 ? null : scoreExplanations(explained, tokens, `${seed}/${model}`);
      scored(++done / this.#byModel.size);
      return { model, unreferenced, scores };
    });
  }
}
