import { type AbsentByModel, type AbsentKind, absentKind } from '../../scoring/absent.ts';

/**
 * Answers of one model by kind. The kinds mean different things: an unreadable or refused answer has a score, mostly 0; a record without a
 * score is kept as missing, like an item that was never asked.
 */
export interface AnswerKinds {
  readonly model: string;
  /** Answers with a score, repeats counted one by one. */
  readonly answers: number;
  /** Those of them from which no answer could be read; null if the source does not say for any answer. */
  readonly unread: number | null;
  /** Those of them that were cut at the limit of tokens before they stated an answer. */
  readonly truncated: number;
  /** Those of them that the model, its endpoint or a filter refused. */
  readonly refused: number;
  /** Those of them to questions longer than the context of the model, which counted as wrong; absent without any. */
  readonly tooLong?: number;
  /** Records without a score. No answer is kept for them. */
  readonly missing: number;
}

/** Counts the answers of models by kind, and collects those that are not there. */
export class AnswerKindCounts {
  readonly #byModel = new Map<string, { -readonly [K in keyof AnswerKinds]: AnswerKinds[K] }>();

  readonly #absent = new Map<string, Map<string, AbsentKind>>();

  /**
   * @param isFirst false for a repeat: of several answers to an item one is not there if all are not
   * @param extracted what was read; null if nothing could be, undefined if the source does not say
   */
  add(
    model: string,
    { item, isFirst = true }: { readonly item: string; readonly isFirst?: boolean },
    {
      extracted,
      ...why
    }: {
      readonly extracted?: string | null | undefined;
      readonly reason?: string | null | undefined;
      readonly refused?: boolean | undefined;
    },
  ): void {
    const own = this.#of(model);
    own.answers++;
    const kind = absentKind({ extracted: extracted ?? null, ...why });
    if (extracted !== undefined) own.unread ??= 0;
    const absent = this.#absent.get(model) ?? new Map<string, AbsentKind>();
    if (kind === null || (kind === 'unread' && extracted === undefined)) {
      absent.delete(item);
      return;
    }
    own[kind] = (own[kind] ?? 0) + 1;
    if (isFirst || absent.has(item)) this.#absent.set(model, absent.set(item, kind));
  }

  /** A record without a score. */
  addMissing(model: string): void {
    this.#of(model).missing++;
  }

  /** Which answers are not there. */
  absent(): AbsentByModel {
    return this.#absent;
  }

  /** In the order that models were met. */
  kinds(): AnswerKinds[] {
    return [...this.#byModel.values()].map((own) => ({ ...own }));
  }

  #of(model: string) {
    let own = this.#byModel.get(model);
    if (own === undefined) {
      own = { model, answers: 0, unread: null, truncated: 0, refused: 0, missing: 0 };
      this.#byModel.set(model, own);
    }
    return own;
  }
}
