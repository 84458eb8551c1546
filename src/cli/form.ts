import type { Command } from 'commander';
export function addFormCommand(program: Command): void { void program; }
