import type { Command } from 'commander';
export function addRankCommand(program: Command): void { void program; }
