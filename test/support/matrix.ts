import { agents } from '../../src/agents/index.js';
import { type Feature, features } from './real/features.js';

/** The result of a test for one agent and feature. `isReal`: with the real program, not a stand-in. */
export interface Proof {
  agent: string;
  feature: Feature;
  isReal: boolean;
  passed: boolean;
}

/** The installable agents; the one that comes with Greenroom is not in the table. */
const columns = agents.filter((agent) => agent.package !== null).map(({ id }) => id);

const marks = { real: '✓', standIn: '○', none: '' };

/** The table of features by agent. A cell is marked if all of its tests passed. */
export function matrixOf(proofs: readonly Proof[], ids: readonly string[] = columns): string {
  const rows = Object.entries(features).map(([feature, title]) => [
    title,
    ...ids.map((agent) =>
      markOf(proofs.filter((proof) => proof.agent === agent && proof.feature === feature)),
    ),
  ]);
  return [['', ...ids], ['---', ...ids.map(() => ':-:')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function markOf(proofs: readonly Proof[]): string {
  if (proofs.length === 0 || proofs.some(({ passed }) => !passed)) return marks.none;
  return proofs.some(({ isReal }) => isReal) ? marks.real : marks.standIn;
}

const place = /(?<=<!-- matrix -->\n).*?(?=\n<!-- end of matrix -->)/s;

/** Replaces the section between the markers with the table. */
export function withMatrix(document: string, table: string): string {
  if (!place.test(document)) throw new Error('the document has no markers for the table');
  return document.replace(place, () => `\n${table}\n`);
}
