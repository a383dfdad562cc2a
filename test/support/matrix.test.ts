import { describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/index.js';
import { matrixOf, type Proof, withMatrix } from './matrix.js';

const proof = (more: Partial<Proof>): Proof => ({
  agent: 'claude',
  feature: 'fork',
  isReal: true,
  passed: true,
  ...more,
});

const row = (proofs: Proof[]) =>
  matrixOf(proofs, ['claude', 'codex', 'amp'])
    .split('\n')
    .find((line) => line.startsWith('| fork'));

describe('the table of agents', () => {
  it('distinguishes the real program from a stand-in', () => {
    expect(row([proof({}), proof({ agent: 'amp', isReal: false })])).toBe('| fork | ✓ |  | ○ |');
  });

  it('leaves a feature blank if one of its tests failed', () => {
    expect(row([proof({}), proof({ passed: false })])).toBe('| fork |  |  |  |');
  });

  it('has a column for each installable agent', () => {
    const ids = agents.filter((agent) => agent.package !== null).map(({ id }) => id);
    expect(matrixOf([]).split('\n')[0]).toBe(`|  | ${ids.join(' | ')} |`);
  });

  it('replaces the marked section of the document', () => {
    const document = 'a\n<!-- matrix -->\nold\n<!-- end of matrix -->\nb';
    expect(withMatrix(document, '$& new')).toBe('a\n<!-- matrix -->\n\n$& new\n\n<!-- end of matrix -->\nb');
    expect(() => withMatrix('nowhere', 'new')).toThrow('no markers');
  });
});
