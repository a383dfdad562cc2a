/** The time since another event: `+12 ms`, `+1.5 s`, `+2 min`. */
export function elapsed(before: string | null, time: string): string {
  const ms = before === null ? 0 : Math.max(0, Date.parse(time) - Date.parse(before));
  if (ms < 1000) return `+${ms} ms`;
  return ms < 60_000 ? `+${(ms / 1000).toFixed(1)} s` : `+${Math.round(ms / 60_000)} min`;
}
