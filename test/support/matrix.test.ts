import { describe, expect, it } from 'vitest';
import { matrixOf, type Proof, withMatrix } from './matrix.js';

const proof = (more: Partial<Proof>): Proof => ({
  agent: 'claude',
  feature: 'fork',
  isReal: true,
  passed: true,
  ...more,
});

const row = (proofs: Proof[]) =>
  matrixOf(proofs)
    .split('\n')
    .find((line) => line.startsWith('| fork'));

describe('the table of agents', () => {
  it('tells what was proven with the real program from what was proven with another', () => {
    expect(row([proof({}), proof({ agent: 'amp', isReal: false })])).toBe('| fork | ✓ |  |  | ○ |');
  });

  it('has nothing proven that failed in one of its tests', () => {
    expect(row([proof({}), proof({ passed: false })])).toBe('| fork |  |  |  |  |');
  });

  it('stands where the document wants it', () => {
    const document = 'a\n<!-- matrix -->\nold\n<!-- end of matrix -->\nb';
    expect(withMatrix(document, '$& new')).toBe('a\n<!-- matrix -->\n\n$& new\n\n<!-- end of matrix -->\nb');
    expect(() => withMatrix('nowhere', 'new')).toThrow('no place');
  });
});
