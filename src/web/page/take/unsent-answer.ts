import { useState } from 'preact/hooks';

/** What is chosen or written and not sent yet. */
export interface UnsentAnswer {
  readonly choice: readonly string[];
  readonly text: string;
}

const NOTHING: UnsentAnswer = { choice: [], text: '' };

/** An answer that is not sent yet: it survives a reload of the page, in this tab alone. @param name of its question */
export function useUnsentAnswer(name: string): [UnsentAnswer, (answer: UnsentAnswer) => void] {
  const place = `thetarank-answer-${name}`;
  const [answer, setAnswer] = useState(() => stored(place));
  return [
    answer,
    (next) => {
      sessionStorage.setItem(place, JSON.stringify(next));
      setAnswer(next);
    },
  ];
}

function stored(place: string): UnsentAnswer {
  try {
    const { choice, text } = JSON.parse(sessionStorage.getItem(place) ?? '') as UnsentAnswer;
    return { choice, text };
  } catch {
    return NOTHING;
  }
}
