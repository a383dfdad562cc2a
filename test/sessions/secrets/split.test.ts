import { describe, expect, it } from 'vitest';
import { nameOf } from '../../../src/sessions/secrets/place.js';
import { join, split, type Variables } from '../../../src/sessions/secrets/split.js';

const variables: Variables = {
  env: { KEY: 'v-env', FROM: { fromEnv: 'OUTER' } },
  mcp: {
    far: {
      type: 'remote',
      url: 'https://user:v-user@example.com/mcp?key=v-query',
      headers: { Authorization: 'Bearer v-header' },
      oauth: { clientId: 'id', clientSecret: 'v-client' },
    },
    near: {
      type: 'local',
      command: ['npx', '-y', 'server', '--api-key', 'v-option', '--token=v-equals'],
      env: { TOKEN: 'v-inner' },
    },
    plain: { type: 'remote', url: 'https://example.com/mcp/docs' },
    program: { type: 'local', command: 'server', args: ['--port', '80', '-H', 'X-Key: v-carried'] },
  },
};

describe('splitting variables', () => {
  const { secrets, ...rest } = split(variables);

  it('leaves no secret in the rest, and what is none', () => {
    const text = JSON.stringify(rest);
    expect(text).not.toContain('v-');
    expect(rest.env).toEqual({ KEY: null, FROM: { fromEnv: 'OUTER' } });
    expect(rest.mcp).toMatchObject({
      far: { url: 'https://example.com/', headers: { Authorization: '' }, oauth: { clientId: 'id' } },
      near: { command: ['npx', '-y', 'server', '--api-key', '', ''] },
      plain: variables.mcp.plain,
      program: { command: 'server', args: ['--port', '80', '-H', ''] },
    });
  });

  it('names the place of each', () => {
    expect(secrets.map(({ place }) => nameOf(place))).toEqual([
      'env.KEY',
      'mcp.far.url',
      'mcp.far.headers.Authorization',
      'mcp.far.oauth.clientSecret',
      'mcp.near.command.4',
      'mcp.near.command.5',
      'mcp.near.env.TOKEN',
      'mcp.program.args.3',
    ]);
  });

  it('is undone by joining', () => {
    const values = new Map(secrets.map(({ place, value }) => [nameOf(place), value]));
    const stored = { ...rest, secrets: secrets.map(({ place }) => ({ place, sealed: null })) };
    const joined = join(stored, {
      secret: ({ place }) => values.get(nameOf(place)) ?? null,
      variable: (name) => (name === 'OUTER' ? 'v-outer' : undefined),
    });
    expect(joined).toEqual({ env: { KEY: 'v-env', FROM: 'v-outer' }, mcp: variables.mcp });
  });
});

describe('a URL', () => {
  const isKept = (url: string) => {
    const { mcp, secrets } = split({ env: {}, mcp: { one: { type: 'remote', url } } });
    expect(mcp.one).toHaveProperty('url', secrets.length === 0 ? url : expect.not.stringContaining('secret'));
    return secrets.length === 0;
  };

  it.each([
    'https://example.com/mcp',
    'http://127.0.0.1:8080/v1/mcp-server/events',
    'https://mcp.example.com/my-long-name-of-a-server/sse',
  ])('such as %s is stored as it is', (url) => expect(isKept(url)).toBe(true));

  it.each([
    'https://secret@example.com/mcp',
    'https://:secret@example.com/mcp',
    'https://example.com/mcp?api_key=secret',
    'https://example.com/mcp#secret',
    'https://example.com/s/4f9d2c7ab01e8d63secret5f9d2c7ab01e8d63/sse',
    'https://example.com/6fa459ea-ee8a-3ca4-894e-db77e160355e/secret',
    'no url at all secret',
  ])('such as %s is a secret', (url) => expect(isKept(url)).toBe(false));
});
