import { expect, it } from 'vitest';
import { Conversation } from '../../support/real/conversation.js';
import type { AgentStage } from '../../support/real/on-stage.js';

const mcp = new URL('../../support/real/mcp.mjs', import.meta.url).pathname;

/** How one agent differs from another in what these scenarios look at. */
export interface Dialect {
  agent: string;
  stage(): AgentStage;
  /** A model that is not the usual one, as it is asked for and as the API hears of it. */
  model: { id: string; heard: string | RegExp };
  /** Where the API hears of the effort, in the body of a request. */
  effort(body: { [field: string]: unknown }): unknown;
  /** The name that a tool of the server `own` has in the stream. */
  tool(name: string): string;
}

/** What a session brings or changes, the same for all agents that can do it. */
export function settingsScenarios({ agent, stage, model, effort, tool }: Dialect): void {
  const begin = (more: object = {}) => Conversation.begin(stage().daemon, { agent, ...more });
  const asked = () => JSON.parse(stage().api.moments.at(-1)!.body) as { model: string };
  const own = (word: string) => ({
    own: { type: 'local', command: [process.execPath, mcp], args: ['own'], env: { MCP_WORD: word } },
  });

  it('has the model and the effort that it is given on the way', { tags: ['switching'] }, async () => {
    const session = await begin();
    await session.turn('[[echo before]]');
    const before = asked();
    expect(before.model).not.toMatch(model.heard);
    const info = await session.configure({ model: model.id, variant: 'high' });
    expect(info).toMatchObject({ model: model.id, variant: 'high' });
    const turn = await session.turn('[[echo after]]');
    expect(turn.said).toEqual(['You said after, and I heard it.']);
    expect(asked().model).toMatch(model.heard);
    expect(effort(asked())).toBe('high');
    const [told] = session.items('status').flatMap(({ content }) => content);
    expect(told).toMatchObject({ label: 'settings', detail: `model: ${model.id}, variant: high` });
    expect(stage().api.moments.at(-1)?.body).toContain('[[echo before]]');
    await session.end();
  });

  it('goes on with a copy of a conversation', { tags: ['fork'] }, async () => {
    const directory = await stage().daemon.stage.workspace();
    const first = await begin({ directory });
    await first.turn('[[echo together]]');
    const copy = await begin({ directory, resume: first.id, fork: true });
    await copy.turn('[[echo apart]]');
    expect(stage().api.moments.at(-1)?.body).toContain('[[echo together]]');
    expect(copy.native).not.toBe(first.native);
    await first.turn('[[echo alone]]');
    const { body } = stage().api.moments.at(-1)!;
    expect(body).toContain('[[echo together]]');
    expect(body).not.toContain('[[echo apart]]');
    await Promise.all([first.end(), copy.end()]);
  });

  it('brings MCP servers of its own, which others do not see', { tags: ['own-mcp'] }, async () => {
    const [one, other] = await Promise.all([begin({ mcp: own('one') }), begin({ mcp: own('other') })]);
    for (const [session, word] of [
      [one, 'one'],
      [other, 'other'],
    ] as const) {
      await session.send('[[own-mcp hello]]');
      await session.permit('once');
      const turn = await session.turnEnd();
      expect(turn.calls).toEqual([tool('echo')]);
      expect(turn.results[0]?.output).toContain(`echo: hello ${word}`);
      await session.end();
    }
  });

  it('is asked by an MCP server', { tags: ['questions'] }, async () => {
    const session = await begin({ mcp: own('asks') });
    await session.send('[[own-ask]]');
    await session.permit('once');
    // An agent may have put the fields into another order.
    const { questions } = await session.answer(({ header }) => (header === 'Size' ? ['large'] : ['3']));
    const size = { prompt: 'What shall it be?', options: [{ label: 'small' }, { label: 'large' }] };
    expect(questions.find(({ header }) => header === 'Size')).toMatchObject(size);
    expect(questions.find(({ header }) => header === 'Count')?.prompt).toBe('What shall it be?\nHow many');
    const turn = await session.turnEnd();
    // Some agents quote what the server gave them.
    const heard = turn.results[0]?.output.replaceAll('\\', '');
    expect(heard).toContain('"action":"accept"');
    expect(heard).toMatch(/"size":"large","count":3|"count":3,"size":"large"/);
    await session.end();
  });
}
