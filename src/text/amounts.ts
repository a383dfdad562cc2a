import type { ContextUsage, Usage } from '../schema/index.js';

/** `40 ms`, `0.4 s`, `12 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  const all = ms / 1000;
  if (all < 10) return `${all.toFixed(1)} s`;
  const whole = Math.round(all);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export const count = (number: number): string => number.toLocaleString('en');

/** `145,012 in (145,000 cached), 300 out tokens`; counts that the agent does not report are left out. */
export function tokensOf(usage: Usage | null): string {
  const { input_tokens: read = 0, cached_tokens: cached = 0, output_tokens: written = 0 } = usage ?? {};
  const counts = [
    read > 0 && `${count(read)} in${cached > 0 ? ` (${count(cached)} cached)` : ''}`,
    written > 0 && `${count(written)} out`,
  ].filter(Boolean);
  return counts.length === 0 ? '' : `${counts.join(', ')} tokens`;
}

/** `45,000 of 200,000`. */
export function contextOf({ used_tokens, window_tokens }: ContextUsage): string {
  return `${count(used_tokens)} of ${count(window_tokens)}`;
}

/** A cost in dollars; empty if it is zero or unknown. */
export function cost(usd: number): string {
  if (usd === 0) return '';
  return usd < 0.01 ? '< $0.01' : `$${usd.toFixed(2)}`;
}
