import { describe, expect, it } from 'vitest';
import { operations, scopesFor } from '../../src/schema/index.js';

const { getHealth, listSessions, createSession, createSessionWithGeneratedId, configureSession } = operations;

describe('scopesFor', () => {
  it('requires nothing for a public operation, and its scope for any other', () => {
    expect(scopesFor(getHealth, {})).toEqual([]);
    expect(scopesFor(listSessions, {})).toEqual(['read']);
  });

  it.each([
    {},
    { permissionMode: 'default' },
    { permissionMode: 'plan' },
    { permissionMode: null, env: null },
  ])('requires only send to create a session with %j', (input) => {
    expect(scopesFor(createSession, { agent: 'mock', ...input })).toEqual(['send']);
  });

  it.each([{ permissionMode: 'acceptEdits' }, { permissionMode: 'bypass' }, { env: {} }, { mcp: {} }])(
    'also requires approve to create a session with %j',
    (input) => {
      expect(scopesFor(createSession, { agent: 'mock', ...input })).toEqual(['send', 'approve']);
      expect(scopesFor(createSessionWithGeneratedId, { agent: 'mock', ...input })).toContain('approve');
    },
  );

  it('requires approve to lift the restrictions of a live session', () => {
    expect(scopesFor(configureSession, { sessionId: 's', permissionMode: 'bypass' })).toContain('approve');
    expect(scopesFor(configureSession, { sessionId: 's', model: 'other' })).toEqual(['send']);
  });
});
