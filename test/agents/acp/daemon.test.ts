import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declaredAgents } from '../../../src/agents/index.js';
import type { AgentModelsResponse, DeclaredAgent, UniversalEvent } from '../../../src/schema/index.js';
import { testDaemon } from '../../support/daemon.js';
import { fakeProgram } from '../../support/fake-agents.js';
import { expectProblem } from '../../support/problem.js';
import { tempFolder } from '../../support/temp-folder.js';
import { assistantTexts } from '../../support/texts.js';
import { nth, turn } from '../../support/turns.js';

const declaration: DeclaredAgent = { protocol: 'acp', name: 'Trial', command: [fakeProgram('acp'), '--acp'] };

/** A daemon with an agent that nobody knows, declared by configuration alone. */
async function trialDaemon(env: Record<string, string> = {}, dataFolder?: string) {
  const log = join(await tempFolder(), 'log');
  const daemon = await testDaemon({
    agents: declaredAgents({ trial: declaration }, '9.9.9'),
    env: { PATH: process.env.PATH, HOME: '/nowhere', FAKE_LOG: log, ...env },
    ...(dataFolder === undefined ? {} : { dataFolder }),
  });
  const sent = async () => {
    const text = await readFile(log, 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return { daemon, sent };
}

const ending = (events: readonly UniversalEvent[]) =>
  events.findLast(({ type }) => type === 'turn.ended')!.data;

describe('an agent that the configuration declares', () => {
  it('is listed with its version, and holds a conversation', async () => {
    const { daemon } = await trialDaemon();
    const { agents } = await daemon.call<{ agents: object[] }>('GET', '/v1/agents');
    expect(agents).toMatchObject([{ id: 'trial', installed: true, version: '1.2.3', tested: false }]);
    await daemon.create('s', { agent: 'trial' });
    const events = await turn(daemon, 's', 'hello there');
    expect(assistantTexts(events)).toEqual(['hello there']);
    expect(ending(events)).toMatchObject({
      metadata: { outcome: 'completed', usage: { input_tokens: 10, output_tokens: 2 } },
    });
    const [started] = await daemon.events('s');
    expect(started).toMatchObject({
      type: 'session.started',
      data: { metadata: { version: '1.2.3', model: 'large' } },
    });
    expect(started?.native_session_id).toMatch(/^fake-/);
  });

  it('offers no files and no terminals, and is put into the mode in which it asks', async () => {
    const { daemon, sent } = await trialDaemon();
    await daemon.create('s', { agent: 'trial' });
    expect(assistantTexts(await turn(daemon, 's', 'settings'))).toEqual(['{"mode":"default"}']);
    const [initialize] = await sent();
    expect(initialize.params).toMatchObject({
      protocolVersion: 1,
      clientInfo: { name: 'greenroom', version: '9.9.9' },
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    });
  });

  it('has the models, efforts and modes that it tells, and takes them while it runs', async () => {
    const { daemon } = await trialDaemon();
    const { models, defaultModel } = await daemon.call<AgentModelsResponse>('GET', '/v1/agents/trial/models');
    expect(models).toMatchObject([{ id: 'large', variants: ['low', 'high'] }, { id: 'small' }]);
    expect(defaultModel).toBe('large');
    expect(await daemon.call('GET', '/v1/agents/trial/modes')).toMatchObject({
      modes: [{ id: 'default' }, { id: 'auto' }, { id: 'plan' }],
    });
    const refused = await daemon.fetch('POST', '/v1/sessions/t', { agent: 'trial', model: 'huge' });
    await expectProblem(refused, 'mode_not_supported');
    await daemon.create('s', { agent: 'trial', model: 'small', variant: 'high', permissionMode: 'plan' });
    expect(JSON.parse(assistantTexts(await turn(daemon, 's', 'settings'))[0]!)).toEqual({
      model: 'small',
      effort: 'high',
      mode: 'plan',
    });
    await daemon.call('PATCH', '/v1/sessions/s', { permissionMode: 'default' });
    expect(JSON.parse(assistantTexts(await turn(daemon, 's', 'settings'))[0]!)).toMatchObject({
      mode: 'default',
    });
  });

  it.each([
    ['once', 'selected now'],
    ['always', 'selected good'],
    ['reject', 'selected never'],
  ])('is answered %s with the option of that kind, wherever it stands', async (reply, answer) => {
    const { daemon } = await trialDaemon();
    const directory = await tempFolder();
    await writeFile(join(directory, 'a.txt'), 'old\n');
    await daemon.create('s', { agent: 'trial', directory });
    await daemon.say('s', `write ${join(directory, 'a.txt')}`);
    const { data } = await nth(daemon, 's', 'permission.requested');
    expect(data.metadata).toMatchObject({
      kind: 'edit',
      title: 'a.txt',
      replies: ['once', 'always', 'reject'],
      scope: 'Always',
    });
    // Compared with the file, and not with what the agent says of it.
    expect(data.metadata.diff).toContain('-old\n+new\n');
    await daemon.call('POST', `/v1/sessions/s/permissions/${data.permission_id}/reply`, { reply });
    const { data: ended } = await nth(daemon, 's', 'turn.ended');
    expect(ended).toMatchObject({ metadata: { outcome: 'completed' } });
    expect(assistantTexts(await daemon.events('s'))).toEqual([answer]);
  });

  it('may edit files of its folder where edits are accepted, and is asked about others', async () => {
    const { daemon } = await trialDaemon();
    const directory = await tempFolder();
    await daemon.create('s', { agent: 'trial', directory, permissionMode: 'acceptEdits' });
    const events = await turn(daemon, 's', `write ${join(directory, 'a.txt')}`);
    expect(assistantTexts(events)).toEqual(['selected now']);
    expect(events.map(({ type }) => type)).not.toContain('permission.requested');
    await daemon.say('s', `write ${join(directory, '.mcp.json')}`);
    const { data } = await nth(daemon, 's', 'permission.requested');
    expect(data.metadata).toMatchObject({ replies: ['once', 'reject'] });
    await daemon.call('POST', '/v1/sessions/s/interrupt');
    await nth(daemon, 's', 'permission.resolved');
  });

  it('asks questions by elicitation; an answer in own words goes into the field beside the choice', async () => {
    const { daemon } = await trialDaemon();
    await daemon.create('s', { agent: 'trial' });
    await daemon.say('s', 'question');
    const { data } = await nth(daemon, 's', 'question.requested');
    expect(data.questions).toMatchObject([
      { header: 'Colour', options: [{ label: 'red' }, { label: 'blue' }] },
    ]);
    await daemon.call('POST', `/v1/sessions/s/questions/${data.question_id}/reply`, { answers: [['green']] });
    await nth(daemon, 's', 'turn.ended');
    expect(assistantTexts(await daemon.events('s'))).toEqual([
      '{"action":"accept","content":{"colour_note":"green"}}',
    ]);
  });

  it('is told at once that a request is unknown; what is unknown is reported, but for extensions', async () => {
    const { daemon } = await trialDaemon();
    await daemon.create('s', { agent: 'trial' });
    const events = await turn(daemon, 's', 'unknown');
    expect(assistantTexts(events)).toEqual(['refused with -32601']);
    const unparsed = events.filter(({ type }) => type === 'agent.unparsed').map(({ data }) => data);
    expect(unparsed).toMatchObject([
      { error: 'unknown message "vendor/thing"' },
      { error: 'unknown message "vendor/note"' },
    ]);
  });

  it('is interrupted, and takes the next message', async () => {
    const { daemon } = await trialDaemon();
    await daemon.create('s', { agent: 'trial' });
    await daemon.say('s', 'hang');
    await nth(daemon, 's', 'turn.started');
    await daemon.call('POST', '/v1/sessions/s/interrupt');
    const { data } = await nth(daemon, 's', 'turn.ended');
    expect(data).toMatchObject({ metadata: { outcome: 'interrupted' } });
    expect(assistantTexts(await turn(daemon, 's', 'again'))).toEqual(['again']);
  });

  it('reports a failed turn with its category', async () => {
    const { daemon } = await trialDaemon();
    await daemon.create('s', { agent: 'trial' });
    const events = await turn(daemon, 's', 'fail');
    expect(events.find(({ type }) => type === 'error')?.data).toMatchObject({
      message: 'Too many requests',
      details: { category: 'rate_limit', status: 429 },
    });
    expect(ending(events)).toMatchObject({ metadata: { outcome: 'error' } });
  });

  it('goes on with its conversation after a crash, and what it tells of the past again is not repeated', async () => {
    const { daemon, sent } = await trialDaemon();
    await daemon.create('s', { agent: 'trial', onAgentExit: 'resume' });
    await turn(daemon, 's', 'one');
    await turn(daemon, 's', 'crash');
    expect(assistantTexts(await turn(daemon, 's', 'two'))).toEqual(['two']);
    expect(assistantTexts(await daemon.events('s'))).toEqual(['one', 'two']);
    const methods = (await sent()).map(({ method }) => method);
    expect(methods.filter((method) => method === 'session/load')).toHaveLength(1);
  });

  it('is given MCP servers', async () => {
    const { daemon } = await trialDaemon();
    const mcp = { tools: { type: 'local', command: ['serve', '--now'], env: { A: 'b' } } };
    await daemon.create('s', { agent: 'trial', mcp });
    expect(JSON.parse(assistantTexts(await turn(daemon, 's', 'servers'))[0]!)).toEqual([
      { name: 'tools', command: 'serve', args: ['--now'], env: [{ name: 'A', value: 'b' }] },
    ]);
  });

  it('says that it needs a login, and how to log in', async () => {
    const { daemon } = await trialDaemon({ FAKE_LOGGED_OUT: '1' });
    const problem = await expectProblem(
      await daemon.fetch('POST', '/v1/sessions/s', { agent: 'trial' }),
      'agent_unavailable',
    );
    expect(problem.detail).toContain('Trial needs a login (A key); run: greenroom agents login trial');
  });
});
