import type { Usage } from '../../client/index.js';

/** `40 ms`, `0.4 s`, `12 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  const all = ms / 1000;
  if (all < 10) return `${all.toFixed(1)} s`;
  const whole = Math.round(all);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export const count = (number: number): string => number.toLocaleString('en');

/** Input and output tokens, which all agents report; other kinds are subsets of these or agent-specific. */
export function tokensOf(usage: Usage | null): string {
  const { input_tokens: read = 0, output_tokens: written = 0 } = usage ?? {};
  return read + written === 0 ? '' : `${count(read)} in, ${count(written)} out tokens`;
}
