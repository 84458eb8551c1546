import {
  type SynthesisMatrix,
  speakerOf,
} from '../../calibration/synthesize/fit/synthesis-matrix.ts';
import type { DebateSettings } from '../debate/settings.ts';
import { simulateDebate } from '../debate/simulate-debate.ts';
import { aloneAnswers, type SimulatedPopulation, stacked } from './simulated-population.ts';

/** The pool of a population, each alone and every ordered pair after one round of debate: 25 participants of 5 models. */
export function synthesizedAnswers(
  { seed, items, pool }: Pick<SimulatedPopulation, 'seed' | 'items' | 'pool'>,
  settings: Partial<DebateSettings>,
): SynthesisMatrix {
  const debates = simulateDebate({ abilities: pool, items, settings, seed });
  const { models, generators, critics } = debates;
  const width = items.length;
  const solos = models.map((id) => ({ id, generator: id, critic: null }));
  const pairs = Array.from(generators, (g, pair) => {
    const [generator, critic] = [models[g], models[critics[pair]]];
    return { id: `${generator} > ${critic} > ${generator}`, generator, critic };
  });
  const speakers = [...solos, ...pairs].map(speakerOf);
  const scores = new Float32Array(speakers.length * width);
  const score = (said: Uint8Array, from: number) => {
    for (let k = 0; k < said.length; k++)
      scores[from + k] = said[k] === items[k % width].key ? 1 : 0;
  };
  score(debates.generations, 0);
  score(debates.reflections, solos.length * width);
  const examinees = speakers.map(({ id }) => id);
  return {
    responses: { examinees, items: items.map(({ id }) => id), scores },
    speakers,
    absent: [],
  };
}

/** The pool of a population, each model alone several times: participants that differ by chance. */
export function sampledAnswers(
  population: SimulatedPopulation,
  settings: Partial<DebateSettings>,
  samples: number,
): SynthesisMatrix {
  const responses = stacked(
    Array.from({ length: samples }, (_, repeat) =>
      aloneAnswers(population, population.pool, settings, repeat),
    ),
    (examinee, repeat) => `${examinee} [#${repeat + 1}]`,
  );
  const generators = [...population.pool.keys()];
  const speakers = responses.examinees.map((id, i) =>
    speakerOf({
      id,
      generator: generators[i % generators.length],
      critic: null,
      repeat: Math.floor(i / generators.length),
    }),
  );
  return { responses, speakers, absent: [] };
}
