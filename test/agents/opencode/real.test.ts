import { expect, it } from 'vitest';
import { agentConformance } from '../../conformance/agent.js';
import { Conversation } from '../../support/real/conversation.js';
import { driver } from './driver.js';

const { echo, command, askedCommand, edit, delegateAsked } = driver.cues;

agentConformance(driver, (suite) => {
  const begin = (more: object = {}) => Conversation.begin(suite().daemon, { agent: 'opencode', ...more });

  it('tells what a turn used and cost', async () => {
    const session = await begin();
    const turn = await session.turn(echo('one'));
    expect(turn.of('turn.ended')[0]?.data.metadata).toMatchObject({
      usage: { input_tokens: 100, output_tokens: 7 },
      cost_usd: 0.000114,
    });
    expect(session.native).toMatch(/^ses_/);
    await session.end();
  });

  it('streams the output of a command', { tags: ['commands'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const turn = await session.turn(command('echo first; sleep 0.5; echo second'));
    expect(turn.results).toEqual([{ status: 'completed', output: 'first\nsecond\n' }]);
    const [result] = turn.items('tool_result');
    const deltas = turn.of('item.delta').filter(({ data }) => data.item_id === result?.item_id);
    expect(deltas.length).toBeGreaterThan(1);
    await session.end();
  });

  it('tells the model why a command was rejected, and stops without a reason', {
    tags: ['permissions'],
  }, async () => {
    const session = await begin();
    const { message } = askedCommand('touch never.txt');
    await session.send(message);
    await session.permit('reject', 'not today');
    const rejected = await session.turnEnd();
    expect(rejected.results).toMatchObject([
      { status: 'failed', output: expect.stringContaining('not today') },
    ]);
    expect(rejected.texts.at(-1)).toBe('Done.');
    await session.send(message);
    await session.permit('reject');
    const stopped = await session.turnEnd();
    expect(stopped.results.map(({ status }) => status)).toEqual(['failed']);
    expect(stopped.texts).toEqual(['Let me see.']);
    await session.end();
  });

  it('does not ask about what the user has forbidden', async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const turn = await session.turn(command('rm never.txt'));
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.results).toMatchObject([{ status: 'failed', output: expect.stringContaining('rule') }]);
    const below = await session.turn(delegateAsked!.message('rm never.txt'));
    expect(below.results).toContainEqual({ status: 'failed', output: expect.stringContaining('rule') });
    await session.end();
  });

  it('edits nothing while it plans', async () => {
    const session = await begin({ permissionMode: 'plan' });
    const turn = await session.turn(edit(session.directory).message);
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.results.map(({ status }) => status)).toEqual(['failed', 'failed']);
    await session.end();
  });

  it('drops the effort with a model that has none', { tags: ['switching'] }, async () => {
    const session = await begin({ model: 'scripted/large', variant: 'high' });
    const { message } = driver.cues.settings!;
    expect((await session.turn(message)).texts).toEqual(['model large, effort high']);
    await session.configure({ model: 'scripted/small' });
    expect((await session.turn(message)).texts).toEqual(['model small, effort undefined']);
    await session.end();
  });

  it('reports the HTTP status of a wrong key', { tags: ['errors'] }, async () => {
    const session = await begin();
    const turn = await session.turn(failure('unauthorized'));
    expect(turn.errors).toMatchObject([{ details: { retryable: false, http_status: 401 } }]);
    await session.end();
  });

  it.each(['limited', 'overloaded'])(
    'gives up after five retries of a model that is %s',
    {
      tags: ['errors'],
    },
    async (name) => {
      const session = await begin();
      const turn = await session.turn(failure(name));
      const attempts = turn.errors.map(({ details }) => details?.retryable);
      expect(attempts).toEqual([true, true, true, true, true, false]);
      await session.end();
    },
  );

  it('can be interrupted before its first turn in a folder has started', {
    tags: ['interrupt'],
  }, async () => {
    const session = await begin();
    await session.send(driver.cues.hold.message);
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    expect((await session.turn(echo('after'))).texts).toEqual(['after']);
    await session.end();
  });

  it('stops a sub-agent that waits for a permission, and goes on', {
    tags: ['subagents', 'interrupt'],
  }, async () => {
    const session = await begin();
    await session.send(delegateAsked!.message('touch never.txt'));
    const { data } = await session.next('permission.requested');
    await session.interrupt(String(data.metadata.thread_id));
    const turn = await session.turnEnd();
    expect(turn.of('permission.resolved').map(({ data }) => data.metadata.reply)).toEqual(['cancelled']);
    expect(turn.items('status').map(({ status }) => status)).toEqual(['failed']);
    expect(turn.texts).toEqual(['My helper is back.']);
    expect(turn.outcome).toBe('completed');
    await session.end();
  });

  it('takes a message whose attachment does not exist', { tags: ['attachments'] }, async () => {
    const session = await begin();
    await session.send(echo('seen'), { attachments: [{ path: 'missing.txt' }] });
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    expect(turn.texts).toHaveLength(1);
    await session.end();
  });
});

function failure(name: string): string {
  return driver.cues.failures.find((each) => each.name === name)!.message;
}
