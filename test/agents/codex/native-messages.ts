import { expect } from 'vitest';
import type { CodexState } from '../../../src/agents/codex/state.js';
import { translator } from '../../../src/agents/codex/translate.js';
import type { Draft } from '../../../src/schema/index.js';
import { violations } from '../../support/invariants.js';
import { thread, turn } from './fake-process.js';
import type { Message } from './recording.js';
import { ReplayedSession } from './replay.js';

function run(messages: (Message & { emittedAtMs?: number })[], from?: CodexState) {
  let state = from ?? translator.initial();
  const drafts: Draft[] = [];
  for (const message of messages) {
    const step = translator.translate(state, { from: 'agent', text: JSON.stringify(message) });
    state = step.state;
    drafts.push(...step.drafts);
  }
  return { state, drafts };
}

export const drafts = (...messages: Message[]) => run(messages).drafts;

export const answer: Message = { id: 2, result: thread('t1') };
/** The fields of items that are null, or empty, unless a test says otherwise. */
const blank: Record<string, object> = {
  commandExecution: { commandActions: [], aggregatedOutput: null, exitCode: null, durationMs: null },
  mcpToolCall: { arguments: {}, result: null, error: null },
  dynamicToolCall: { namespace: null, arguments: {}, contentItems: null, success: null },
  collabAgentToolCall: { prompt: null, model: null, reasoningEffort: null, agentsStates: {} },
};
export const item = (
  phase: 'started' | 'completed',
  given: { type: string; [field: string]: unknown },
  where: object = {},
): Message => ({
  method: `item/${phase}`,
  params: { threadId: 't1', turnId: 'n1', item: { ...blank[given.type], ...given }, ...where },
});
export const note = (method: string, params: object): Message => ({
  method,
  params: { threadId: 't1', turnId: 'n1', ...params },
});
export const ended = (id: string, more: object = {}): Message => ({
  method: 'turn/completed',
  params: { threadId: 't1', turn: { ...turn(id, 'completed'), ...more } },
});

/** A session in its first turn. */
export function begunSession(): ReplayedSession {
  const session = new ReplayedSession('t1');
  session.feed(JSON.stringify(answer));
  session.rig.send({ type: 'agent.ready', nativeSessionId: 't1', metadata: {} });
  session.rig.message('go');
  return session;
}

/** The events of a session whose agent sends these. */
export function stream(...messages: Message[]) {
  const session = begunSession();
  for (const message of messages) session.feed(JSON.stringify(message));
  expect(violations(session.rig.events)).toEqual([]);
  return session.rig.events;
}
