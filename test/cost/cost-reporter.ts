import type { Reporter, TestModule, Vitest } from 'vitest/node';

const SHOWN = 10;

/** Prints what the suite costs: the files that take the most CPU time, and the total. */
export default class CostReporter implements Reporter {
  #root = '';
  #begun = 0;

  onInit({ config }: Vitest): void {
    this.#root = `${config.root}/`;
    this.#begun = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules
      .map((file) => ({
        path: file.moduleId.replace(this.#root, ''),
        cpu: file.meta().cpuSeconds ?? 0,
        wall: file.diagnostic().duration / 1000,
      }))
      .sort((a, b) => b.cpu - a.cpu);
    const total = costs.reduce((sum, { cpu }) => sum + cpu, 0);
    const wall = (performance.now() - this.#begun) / 1000;
    console.log(`\n CPU s  wall s  the ${Math.min(SHOWN, costs.length)} files that cost most`);
    for (const { path, cpu, wall } of costs.slice(0, SHOWN))
      console.log(`${cpu.toFixed(1).padStart(6)}  ${wall.toFixed(1).padStart(6)}  ${path}`);
    console.log(
      `${total.toFixed(0).padStart(6)}  ${wall.toFixed(0).padStart(6)}  all ${costs.length} files\n`,
    );
  }
}
