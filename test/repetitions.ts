/**
 * The number of repetitions of what only more of them make surer, such as kills at random moments: `all` of them with `npm run test:all`,
 * as on a clean checkout, and `usual` ones with `npm test`.
 */
export function repetitions(all: number, usual: number): number {
  return IS_ALL ? all : usual;
}

/** Whether everything is checked, however long it takes. */
export const IS_ALL = process.env.THETARANK_TESTS === 'all';
