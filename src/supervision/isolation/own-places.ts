import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { OwnPlace } from '../../agents/agent.js';

export function homeOf(env: Readonly<Record<string, string>>): string {
  return env.HOME && isAbsolute(env.HOME) ? env.HOME : homedir();
}

/** Where an agent keeps its files, given its environment; null for a place that only a variable names, if none does. */
export function pathOf(place: OwnPlace, env: Readonly<Record<string, string>>): string | null {
  const { variable, home, inside = '' } = place;
  const named = variable === undefined ? undefined : env[variable];
  if (named && isAbsolute(named)) return join(named, inside);
  return home === undefined ? null : join(homeOf(env), home, inside);
}
