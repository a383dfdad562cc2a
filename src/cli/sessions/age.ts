const steps: [ms: number, unit: string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** `12 s`, `5 min`, `2 h`, `3 d` */
export function ageText(since: number, now: number): string {
  const age = Math.max(0, now - since);
  for (const [size, unit] of steps) if (age >= size) return `${Math.floor(age / size)} ${unit}`;
  return 'now';
}
