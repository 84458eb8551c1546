import type { Command } from 'commander';
export function addSimulateCommand(program: Command): void { void program; }
