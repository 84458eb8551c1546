declare module 'seedrandom/lib/alea.js' {
  import type { PRNG } from 'seedrandom';
  export default function alea(seed: string): PRNG;
}
