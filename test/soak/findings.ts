const EXAMPLES = 5;

/** Everything that must not happen. */
const kinds = [
  'lost',
  'doubled',
  'disordered',
  'changed',
  'forgotten',
  'unsound',
  'stuck',
  'crashes',
  'processes',
  'descriptors',
] as const;
export type Kind = (typeof kinds)[number];

/** Faults: a number per kind, and the first examples of each. */
export class Findings {
  readonly counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  readonly examples: Partial<Record<Kind, string[]>> = {};

  add(kind: Kind, example: string, count = 1): void {
    if (count === 0) return;
    this.counts[kind] += count;
    const examples = this.examples[kind] ?? [];
    this.examples[kind] = examples;
    if (examples.length < EXAMPLES) examples.push(example.slice(0, 1000));
  }

  get isClean(): boolean {
    return kinds.every((kind) => this.counts[kind] === 0);
  }
}
