import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { NativeOf } from '../../../src/agents/mock/native.js';
import { tempFolder } from '../../support/temp-folder.js';
import { draftsOf, type MockProgram, type RecordedTurn, startMock } from './mock-program.js';

/** Runs a turn that starts a sub-agent in the background, and waits for its end. */
async function background(mock: MockProgram, task: string): Promise<RecordedTurn> {
  const ended = mock.next('agent_ended');
  await mock.turn(`background ${task}`);
  await ended;
  return mock.since(0);
}

/** Allows the next command. */
async function allow(mock: MockProgram): Promise<NativeOf<'permission_request'>> {
  const asked = await mock.next('permission_request');
  mock.send({ type: 'permission_response', request: asked.request, decision: 'allow' });
  return asked;
}

const deltasOf = (seen: RecordedTurn) =>
  seen
    .of('message_delta')
    .slice(2)
    .map(({ text }) => text);

test('subagent: a thread with a message and a tool of its own', async () => {
  const seen = await startMock().turn('subagent');
  const [{ agent, call }] = seen.of('agent_started') as [NativeOf<'agent_started'>];
  expect(seen.of('tool_call').map((native) => [native.call === call, native.agent])).toEqual([
    [true, undefined],
    [false, agent],
  ]);
  const items = draftsOf(seen.drafts, 'item.completed').map(({ item }) => [item.kind, item.thread]);
  expect(items).toEqual([
    ['message', undefined],
    ['tool_call', undefined],
    ['message', agent],
    ['tool_call', agent],
    ['tool_result', agent],
    ['tool_result', undefined],
  ]);
  expect(seen.types.slice(-3)).toEqual(['agent_ended', 'tool_result', 'turn_ended']);
  expect(seen.of('agent_ended')).toMatchObject([{ agent, ok: true }]);
});

test('subagent talk N: says N words in deltas', async () => {
  const seen = await startMock().turn('subagent talk 3');
  expect(deltasOf(seen)).toEqual(['word0', ' word1', ' word2']);
  expect(seen.of('agent_started')).toMatchObject([{ background: false, title: 'Say 3 words' }]);
});

test('subagent ask CMD: asks, then runs the command', async () => {
  const folder = await tempFolder();
  const mock = startMock([], { cwd: folder });
  const asked = allow(mock);
  const seen = await mock.turn('subagent ask touch made');
  expect(await asked).toMatchObject({ agent: seen.of('agent_started')[0]!.agent, kind: 'command' });
  expect(await readdir(folder)).toEqual(['made']);
});

test('subagent ask: a denied command does not run', async () => {
  const mock = startMock();
  const turn = mock.turn('subagent ask');
  const { request, input } = await mock.next('permission_request');
  expect(input).toEqual({ command: 'echo mock' });
  mock.send({ type: 'permission_response', request, decision: 'deny' });
  const seen = await turn;
  expect(seen.of('tool_result')).toMatchObject([
    { ok: false, output: 'Denied by the user' },
    { ok: true, output: 'The command has not run.' },
  ]);
});

test('background talk N: the turn ends first, then the sub-agent talks and reports', async () => {
  const mock = startMock();
  const reported = mock.next('system');
  const seen = await background(mock, 'talk 2');
  const [, ...after] = seen.types.slice(seen.types.indexOf('turn_ended'));
  expect(after.slice(0, 5)).toEqual([
    'message_start',
    'message_delta',
    'message_delta',
    'message_end',
    'agent_ended',
  ]);
  expect((await reported).text).toBe('Say 2 words: I have said 2 words.');
});

test('background ask: keeps its request when other turns end, and can be answered between turns', async () => {
  const mock = startMock();
  const asked = mock.next('permission_request');
  const ended = mock.next('agent_ended');
  await mock.turn('background ask');
  const { request } = await asked;
  expect((await mock.turn('echo hi')).types).toEqual(['turn_started', 'message_end', 'turn_ended']);
  mock.send({ type: 'permission_response', request, decision: 'allow' });
  expect(await ended).toMatchObject({ ok: true });
});

test('an interrupt of the turn withdraws the requests of its sub-agents, and ends them', async () => {
  const mock = startMock();
  const asked = mock.next('permission_request');
  const turn = mock.turn('subagent ask');
  const { request, agent } = await asked;
  mock.send({ type: 'interrupt' });
  const seen = await turn;
  expect(seen.types.slice(-3)).toEqual(['request_cancelled', 'agent_ended', 'turn_ended']);
  expect(seen.of('request_cancelled')).toMatchObject([{ request }]);
  expect(seen.of('agent_ended')).toMatchObject([{ agent, ok: false }]);
});

test('an interrupt of a sub-agent ends only that one', async () => {
  const mock = startMock();
  const turn = mock.turn('subagent hold');
  const { agent } = await mock.next('agent_started');
  mock.send({ type: 'interrupt_agent', agent: 'no such agent' });
  mock.send({ type: 'interrupt_agent', agent });
  const seen = await turn;
  expect(seen.outcome).toBe('ok');
  expect(seen.of('tool_result')).toMatchObject([{ ok: false, output: 'Interrupted' }]);
  expect(seen.of('agent_ended')).toMatchObject([{ agent, ok: false }]);
});

test('an interrupted sub-agent in the background does not report', async () => {
  const mock = startMock();
  const started = mock.next('agent_started');
  const ended = mock.next('agent_ended');
  await mock.turn('background hold');
  mock.send({ type: 'interrupt_agent', agent: (await started).agent });
  expect(await ended).toMatchObject({ ok: false });
  await mock.turn('echo hi');
  expect(mock.since(0).of('system')).toEqual([]);
});

test('subagent nest X: a sub-agent starts another one', async () => {
  const seen = await startMock().turn('subagent nest from the bottom');
  const [outer, inner] = seen.of('agent_started');
  const call = seen.of('tool_call').find((native) => native.call === inner!.call);
  expect(call).toMatchObject({ agent: outer!.agent });
  expect(seen.of('message_end').find(({ agent }) => agent === inner!.agent)!.text).toBe('from the bottom');
  expect(seen.of('agent_ended').map(({ agent }) => agent)).toEqual([inner!.agent, outer!.agent]);
});

test('subagent each: all work at once', async () => {
  const seen = await startMock().turn('subagent each one two');
  expect(seen.types.filter((type) => type.startsWith('agent_'))).toEqual([
    'agent_started',
    'agent_started',
    'agent_ended',
    'agent_ended',
  ]);
});

test('subagent again: calls the latest sub-agent', async () => {
  const mock = startMock();
  const first = await mock.turn('subagent talk 1');
  const second = await mock.turn('subagent again once more');
  expect(second.of('agent_started')[0]!.agent).toBe(first.of('agent_started')[0]!.agent);
  expect(second.texts.at(-1)).toBe('once more');
});

test('the usage of a turn includes what sub-agents said since the last one', async () => {
  const mock = startMock();
  const { spent } = (await mock.turn('echo hi')).of('turn_ended')[0]!;
  await background(mock, 'talk 100');
  const after = (await mock.turn('echo hi')).of('turn_ended')[0]!.spent;
  expect(after.answer).toBeGreaterThan(spent.answer + 100);
});
