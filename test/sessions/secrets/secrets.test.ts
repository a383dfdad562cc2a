import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SecretKey } from '../../../src/sessions/secrets/secret-key.js';
import { Secrets } from '../../../src/sessions/secrets/secrets.js';

// The values have spaces: sealed text is base64url, which may by chance contain any short word, but never a space.
const owner = { sessionId: 'one', uid: 'u1' };
const headers = { Key: 'value of the header' };
const mcp = { docs: { type: 'remote' as const, url: 'https://example.com/', headers } };
const given = { env: { KEY: 'value of KEY' }, mcp };

function secretsWith(key: SecretKey | null, env: Record<string, string> = {}): Secrets {
  return new Secrets({ key, env });
}

describe('without a key', () => {
  it('values are in memory only', () => {
    const secrets = secretsWith(null);
    const stored = secrets.add(owner, given);
    expect(JSON.stringify(stored)).not.toContain('value of');
    expect(secrets.resolve(owner, stored)).toMatchObject({
      env: given.env,
      mcp: { docs: { headers } },
    });
    expect(secrets.missing('one')).toEqual([]);
  });

  it('a later daemon lacks them, names them, and takes them one by one', () => {
    const stored = secretsWith(null).add(owner, given);
    const later = secretsWith(null);
    later.survey(owner, stored);
    expect(later.missing('one')).toEqual(['env.KEY', 'mcp.docs.headers.Key']);
    expect(() => later.resolve(owner, stored)).toThrow(
      /env\.KEY, mcp\.docs\.headers\.Key; send them with PATCH/,
    );
    const half = later.change(owner, stored, { env: { KEY: 'v-new' } });
    expect(later.missing('one')).toEqual(['mcp.docs.headers.Key']);
    const whole = later.change(owner, half, { mcp });
    expect(later.problem('one')).toBeNull();
    expect(later.resolve(owner, whole).env).toEqual({ KEY: 'v-new' });
  });

  it('what a later daemon lacks may also be removed', () => {
    const later = secretsWith(null);
    const stored = later.change(owner, secretsWith(null).add(owner, given), {
      env: { KEY: null },
      mcp: { docs: null },
    });
    expect(stored).toEqual({ env: {}, mcp: {}, secrets: [] });
    expect(later.missing('one')).toEqual([]);
  });
});

describe('with a key', () => {
  const key = new SecretKey(randomBytes(32));

  it('a later daemon has them', () => {
    const stored = secretsWith(key).add(owner, given);
    expect(JSON.stringify(stored)).not.toContain('value of');
    expect(secretsWith(key).resolve(owner, JSON.parse(JSON.stringify(stored))).env).toEqual(given.env);
  });

  it('they belong to one session, also if another one gets its id later', () => {
    const stored = secretsWith(key).add(owner, given);
    for (const other of [
      { ...owner, uid: 'u2' },
      { ...owner, sessionId: 'two' },
    ]) {
      const secrets = secretsWith(key);
      secrets.survey(other, stored);
      expect(secrets.missing(other.sessionId)).toHaveLength(2);
    }
  });

  it('a daemon with another key lacks them', () => {
    const stored = secretsWith(key).add(owner, given);
    const other = secretsWith(new SecretKey(randomBytes(32)));
    other.survey(owner, stored);
    expect(other.missing('one')).toHaveLength(2);
    expect(other.describeLacking()).toContain('another key');
  });
});

describe('a reference', () => {
  const stored = secretsWith(null, { OUTER: 'v-1' }).add(owner, {
    env: { KEY: { fromEnv: 'OUTER' } },
    mcp: {},
  });

  it('has the value of the environment that the daemon has at the time', () => {
    const later = secretsWith(null, { OUTER: 'v-2' });
    expect(later.resolve(owner, stored).env).toEqual({ KEY: 'v-2' });
  });

  it('to a variable that is gone is missing', () => {
    const later = secretsWith(null);
    later.survey(owner, stored);
    expect(later.problem('one')).toMatchObject({
      missing: ['env.KEY'],
      detail: expect.stringContaining('OUTER'),
    });
  });

  it("is refused if there is no such variable, or it is one of the daemon's own", () => {
    const secrets = secretsWith(null, { GREENROOM_TOKEN: 't' });
    for (const fromEnv of ['NOWHERE', 'GREENROOM_TOKEN'])
      expect(() => secrets.add(owner, { env: { KEY: { fromEnv } }, mcp: {} })).toThrow(
        `KEY refers to ${fromEnv}, which is not set`,
      );
  });
});

it('forgets the values of a session that is gone', () => {
  const secrets = secretsWith(null);
  const stored = secrets.add(owner, given);
  secrets.forget(owner);
  secrets.survey(owner, stored);
  expect(secrets.missing('one')).toHaveLength(2);
});
