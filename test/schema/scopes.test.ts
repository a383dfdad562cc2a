import { describe, expect, it } from 'vitest';
import { operations, scopesFor as scopesWith } from '../../src/schema/index.js';

const {
  getHealth,
  getOwnToken,
  listSessions,
  createSession,
  createSessionWithGeneratedId,
  configureSession,
  postMessage,
  postMessageStream,
  updateQueued,
} = operations;

const isElsewhere = async (sessionId: string, path: string) => !path.startsWith(`/${sessionId}/`);
const scopesFor = (operation: Parameters<typeof scopesWith>[0], input: object) =>
  scopesWith(operation, input, { isElsewhere });

describe('scopesFor', () => {
  it('requires nothing for a public operation or one for any token, and its scope for others', async () => {
    expect(await scopesFor(getHealth, {})).toEqual([]);
    expect(await scopesFor(getOwnToken, {})).toEqual([]);
    expect(await scopesFor(listSessions, {})).toEqual(['read']);
  });

  it.each([
    {},
    { permissionMode: 'default' },
    { permissionMode: 'plan' },
    { permissionMode: null, env: null },
  ])('requires only send to create a session with %j', async (input) => {
    expect(await scopesFor(createSession, { agent: 'mock', ...input })).toEqual(['send']);
  });

  it.each([{ permissionMode: 'acceptEdits' }, { permissionMode: 'bypass' }, { env: {} }, { mcp: {} }])(
    'also requires approve to create a session with %j',
    async (input) => {
      expect(await scopesFor(createSession, { agent: 'mock', ...input })).toEqual(['send', 'approve']);
      expect(await scopesFor(createSessionWithGeneratedId, { agent: 'mock', ...input })).toContain('approve');
    },
  );

  it('requires approve to lift the restrictions of a live session', async () => {
    expect(await scopesFor(configureSession, { sessionId: 's', permissionMode: 'bypass' })).toContain(
      'approve',
    );
    expect(await scopesFor(configureSession, { sessionId: 's', model: 'other' })).toEqual(['send']);
  });

  it.each([
    ['postMessage', postMessage],
    ['postMessageStream', postMessageStream],
    ['updateQueued', updateQueued],
  ])("requires approve for %s with a file from outside of the session's folder", async (_, operation) => {
    const attachments = (...paths: string[]) => ({
      sessionId: 's',
      attachments: paths.map((path) => ({ path })),
    });
    expect(await scopesFor(operation, { sessionId: 's' })).toEqual(['send']);
    expect(await scopesFor(operation, attachments('/s/a'))).toEqual(['send']);
    expect(await scopesFor(operation, attachments('/s/a', '/t/b'))).toEqual(['send', 'approve']);
  });
});
