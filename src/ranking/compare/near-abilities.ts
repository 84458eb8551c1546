/** Abilities at which posteriors are held: step 0.2 over ±4.8, where a standard normal prior has all but 2e-6 of its mass. */
export const ABILITIES = Float64Array.from({ length: 49 }, (_, g) => (g - 24) / 5);
/** Prior of the difference of two compared abilities: as likely near, as checkpoints and relatives are, as those of any two models. */
const DIFFERENCE_SDS = [0.3, Math.SQRT2] as const;

const NODES = ABILITIES.length;
const POPULATION = ABILITIES.map((theta) => -0.5 * theta * theta);
/** NODES × NODES: log density of the difference of two abilities. */
const NEARNESS = Float64Array.from({ length: NODES * NODES }, (_, at) => {
  const difference = ABILITIES[Math.floor(at / NODES)] - ABILITIES[at % NODES];
  return Math.log(
    DIFFERENCE_SDS.reduce((sum, sd) => sum + Math.exp(-0.5 * (difference / sd) ** 2) / sd, 0),
  );
});

/**
 * Posteriors of the abilities of examinees of which all others are compared with the first. The first ability has the prior N(0, 1). Each
 * other differs from it by N(0, 0.3²) or N(0, 2), with equal probabilities, so that few answers to both say more of each, and many
 * let them differ. Given the first ability the others are independent: exact by passing messages between the first and the others.
 *
 * @param likelihoods by examinee: the log likelihood of its answers at ABILITIES
 * @returns by examinee: probabilities of ABILITIES, adding up to 1
 * @see Pearl (1988), Probabilistic Reasoning in Intelligent Systems, ch. 4 (trees)
 */
export function nearAbilities(likelihoods: readonly Float64Array[]): Float64Array[] {
  const [first, ...others] = likelihoods;
  const toFirst = others.map(through);
  const ofFirst = POPULATION.map((log, g) =>
    toFirst.reduce((sum, message) => sum + message[g], log + first[g]),
  );
  const ofOthers = others.map((own, k) => {
    const toOther = through(ofFirst.map((log, g) => log - toFirst[k][g]));
    return own.map((log, g) => log + toOther[g]);
  });
  return [ofFirst, ...ofOthers].map(normalized);
}

/** log Σ_h exp(from_h) × density of the difference of g and h. */
function through(from: Float64Array): Float64Array {
  const to = new Float64Array(NODES);
  for (let g = 0; g < NODES; g++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let h = 0; h < NODES; h++) most = Math.max(most, from[h] + NEARNESS[g * NODES + h]);
    let sum = 0;
    for (let h = 0; h < NODES; h++) sum += Math.exp(from[h] + NEARNESS[g * NODES + h] - most);
    to[g] = most + Math.log(sum);
  }
  return to;
}

function normalized(logs: Float64Array): Float64Array {
  const most = logs.reduce((largest, log) => Math.max(largest, log), Number.NEGATIVE_INFINITY);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
