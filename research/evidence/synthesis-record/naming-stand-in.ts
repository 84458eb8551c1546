// The stand-in in a separate process. Its models state their names, so that each request shows its call and item. It reports
// the requests to its parent. Started by stand-in-process.ts.
import {
  type Answerer,
  indexQuestions,
  type ModelQuestion,
  readStage,
  serveStandIn,
  simulatedAnswerer,
} from 'thetarank/study';
import type { StandInMessage, StandInOrder, StandInSetting } from './stand-in-process.ts';
import { sumItems } from './sums.ts';

const setting = JSON.parse(process.argv[2]) as StandInSetting;
const questions = await indexQuestions(sumItems(setting.items));
const abilities = new Map(Object.entries(setting.abilities));
const simulated = simulatedAnswerer(
  { abilities, seed: setting.seed, debate: { persuasion: 2 } },
  questions,
);
const SPEAKER = /\(([\w-]+) speaks\)/g;

let asked: string[] = [];
let count = 0;
let due: number | null = null;
const tell = (message: StandInMessage) => process.send!(message);

/** The name of the call in the record: all earlier speakers in order, and the model that is asked. */
function callOf({ model, messages }: ModelQuestion): string {
  const spoke = messages.flatMap(({ content }) =>
    Array.from(content.matchAll(SPEAKER), ([, name]) => name),
  );
  return [...spoke, model].join(' > ');
}

const naming: Answerer = {
  models: simulated.models,
  answer(question) {
    const answer = simulated.answer(question);
    if (typeof answer === 'string') return answer;
    const { messages } = question;
    const found = questions.find(readStage(messages)?.question ?? messages);
    asked.push(`${callOf(question)}\t${found.map(({ id }) => id).join()}`);
    count++;
    if (due !== null && count >= due) {
      due = null;
      tell({ kind: 'due' });
    }
    return { ...answer, text: `(${question.model} speaks)\n${answer.text}` };
  },
};

process.on('message', (order: StandInOrder) => {
  if (order.kind === 'asked') {
    tell({ kind: 'asked', asked });
    asked = [];
  } else due = order.at;
});
process.on('disconnect', () => process.exit());
const { url } = await serveStandIn({
  answerers: [naming],
  seed: setting.seed,
  faults: setting.faults,
  retryAfter: 0,
});
setInterval(() => tell({ kind: 'count', count }), 1000).unref();
tell({ kind: 'ready', url });
