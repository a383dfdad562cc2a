import { describe, expect, it } from 'vitest';
import { readWords as read } from '../../../src/cli/conversation/new-session.js';
import type { GreenroomClient } from '../../../src/client/index.js';

/** A client of a daemon with these agents: with `+` installed, with `*` logged in as well. */
function clientOf(agents: string): GreenroomClient {
  const list = agents.split(' ').map((agent) => ({
    id: agent.replace(/[+*]$/, ''),
    installed: /[+*]$/.test(agent),
    credentialsAvailable: agent.endsWith('*'),
  }));
  return { agents: { list: async () => list } } as unknown as GreenroomClient;
}

const readWords = (client: GreenroomClient, words: string[], flags: { agent?: string }, env = {}) =>
  read(client, words, flags, env);

const real = clientOf('claude codex+ amp* mock+');

describe('the agent of a new session', () => {
  it('is the first word, if there is such an agent', async () => {
    expect(await readWords(real, ['claude', 'fix', 'it'], {})).toEqual({
      agent: 'claude',
      hint: null,
      prompt: 'fix it',
    });
    expect(await readWords(real, ['explain', 'claude'], {})).toMatchObject({
      agent: 'amp',
      prompt: 'explain claude',
    });
  });

  it('is the one that is named, and then all words are the prompt', async () => {
    expect(await readWords(real, ['claude', 'is', 'what?'], { agent: 'codex' })).toEqual({
      ...{ agent: 'codex', hint: null, prompt: 'claude is what?' },
    });
  });

  it('is the usual one, if no other is named', async () => {
    const env = { GREENROOM_AGENT: 'codex' };
    expect(await readWords(real, ['fix it'], {}, env)).toMatchObject({ agent: 'codex', prompt: 'fix it' });
    expect(await readWords(real, ['claude', 'fix it'], {}, env)).toMatchObject({ agent: 'claude' });
    expect(await readWords(real, ['fix it'], { agent: 'amp' }, env)).toMatchObject({ agent: 'amp' });
  });

  it.each([
    ['is one that is logged in', 'claude codex+ amp* mock+', 'amp'],
    ['is one that is installed otherwise', 'claude codex+ amp mock+', 'codex'],
    ['is the mock agent if there is no other', 'claude codex amp mock*', 'mock'],
  ])('%s', async (_, agents, agent) => {
    const words = await readWords(clientOf(agents), ['fix it'], {});
    expect(words).toMatchObject({ agent, prompt: 'fix it' });
    expect(words.hint !== null).toBe(agent === 'mock');
  });
});
