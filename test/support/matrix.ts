import { type Feature, features } from './real/features.js';

/** What a test showed: of which agent, with its real program or with one that stands in for it. */
export interface Proof {
  agent: string;
  feature: Feature;
  isReal: boolean;
  passed: boolean;
}

export const columns = ['claude', 'codex', 'opencode', 'amp'] as const;

const marks = { real: '✓', standIn: '○', none: '' };

/** The table of what works for which agent. A cell is proven where all of its tests passed. */
export function matrixOf(proofs: readonly Proof[]): string {
  const rows = Object.entries(features).map(([feature, title]) => [
    title,
    ...columns.map((agent) =>
      markOf(proofs.filter((proof) => proof.agent === agent && proof.feature === feature)),
    ),
  ]);
  return [['', ...columns], ['---', ...columns.map(() => ':-:')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function markOf(proofs: readonly Proof[]): string {
  if (proofs.length === 0 || proofs.some(({ passed }) => !passed)) return marks.none;
  return proofs.some(({ isReal }) => isReal) ? marks.real : marks.standIn;
}

const place = /(?<=<!-- matrix -->\n).*?(?=\n<!-- end of matrix -->)/s;

/** A document with the table where it is meant to be. */
export function withMatrix(document: string, table: string): string {
  if (!place.test(document)) throw new Error('the document has no place for the table');
  return document.replace(place, () => `\n${table}\n`);
}
