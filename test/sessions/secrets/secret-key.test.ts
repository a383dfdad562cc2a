import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretKey } from '../../../src/sessions/secrets/secret-key.js';

const key = new SecretKey(randomBytes(32));

describe('a sealed value', () => {
  it('is opened for its owner', () => {
    const texts = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(texts, texts, (value, owner) => {
        expect(key.open(key.seal(value, owner), owner)).toBe(value);
      }),
    );
  });

  it('does not contain the value, and is another one each time', () => {
    const [one, two] = [key.seal('hunter2', 'o'), key.seal('hunter2', 'o')];
    expect(one).not.toContain('hunter2');
    expect(one).not.toBe(two);
  });

  it('is not opened for another owner, or by another key', () => {
    const sealed = key.seal('hunter2', 'one');
    expect(key.open(sealed, 'two')).toBeNull();
    expect(new SecretKey(randomBytes(32)).open(sealed, 'one')).toBeNull();
  });

  it('is not opened if any of its characters was changed or cut off', () => {
    const sealed = key.seal('hunter2', 'one');
    for (let i = 0; i < sealed.length - 1; i++) {
      const changed = sealed[i] === 'A' ? 'B' : 'A';
      expect(key.open(sealed.slice(0, i) + changed + sealed.slice(i + 1), 'one'), sealed).toBeNull();
      expect(key.open(sealed.slice(0, i), 'one')).toBeNull();
    }
  });
});
