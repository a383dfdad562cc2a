import { describe, expect, it } from 'vitest';
import { agentProcessMachine } from '../../machines/index.js';
import { activeIds, machineGraph } from '../../src/diagrams/index.js';
import { highlightOf } from '../../src/inspector/machine/highlights.js';
import { agentLabel, stateLabel } from '../../src/inspector/machine/labels.js';
import type { MachineView } from '../../src/inspector/machine/machine-view.js';
import { Replay } from '../../src/inspector/machine/replay.js';
import { asksPermission, calls, complete, threadEnds, threadStarts } from '../support/drafts.js';
import { inTurn } from '../support/session-helpers.js';
import type { SessionRig } from '../support/session-rig.js';

const ready = { process: 'ready', settings: 'outdated', delivery: { undelivered: 'waiting' } };

function viewAt({ events, snapshot }: SessionRig): MachineView {
  const replay = new Replay();
  replay.catchUp(events);
  const { value: replayed, context } = replay.at(events.length);
  const { value: before, context: contextBefore } = replay.at(events.length - 1);
  const value = snapshot.value as MachineView['value'];
  return {
    at: null,
    why: null,
    event: events.at(-1)!,
    value,
    replayed,
    before,
    contextBefore,
    context,
    queued: 0,
    agent: ready,
  };
}

describe('highlights', () => {
  it("mark the session's latest transition", () => {
    const view = viewAt(inTurn().draft(asksPermission('p')));
    expect(highlightOf('session', view, machineGraph('session'))).toMatchObject({
      value: { live: { requests: 'waiting' } },
      last: { source: 'live.requests.none', target: 'live.requests.waiting', event: 'permission.requested' },
    });
    expect(stateLabel(view.value)).toBe('Running · Waiting for you');
  });

  it('mark a transition without an event', () => {
    const view = viewAt(inTurn().send({ type: 'command.interrupt' }));
    expect(highlightOf('session', view, machineGraph('session')).last).toMatchObject({
      target: 'live.turn.running.interrupting',
    });
    expect(stateLabel(view.value)).toBe('Interrupting');
  });

  it('count items and requests per state', () => {
    const rig = inTurn()
      .draft({ type: 'item.started', item: { key: 'a', kind: 'message', role: 'assistant' } })
      .draft(asksPermission('p'));
    const view = viewAt(rig);
    expect(highlightOf('item', view, machineGraph('item')).counts).toEqual([
      ['in_progress', 1],
      ['settled', 1],
    ]);
    expect(highlightOf('request', view, machineGraph('request'))).toEqual({
      value: { pending: undefined },
      last: { source: 'unknown', target: 'pending', event: 'ask' },
      counts: [
        ['pending', 1],
        ['resolved', 0],
      ],
    });
  });

  it('count running and resting sub-agents, and tell a first run from a later one', () => {
    const graph = machineGraph('thread');
    const rig = inTurn()
      .draft(complete(calls('c')))
      .draft(threadStarts('n1', { call: 'c' }));
    expect(highlightOf('thread', viewAt(rig), graph)).toMatchObject({
      last: { source: 'unknown', target: 'running', event: 'start' },
      counts: [
        ['running', 1],
        ['resting', 0],
      ],
    });
    expect(stateLabel(viewAt(rig).value)).toBe('Running · Sub-agents working');
    rig.draft(threadEnds('n1'));
    expect(highlightOf('thread', viewAt(rig), graph)).toMatchObject({
      last: { source: 'running', target: 'resting', event: 'end' },
      counts: [
        ['running', 0],
        ['resting', 1],
      ],
    });
    rig.draft(complete(calls('c2'))).draft(threadStarts('n1', { call: 'c2' }));
    expect(highlightOf('thread', viewAt(rig), graph).last).toMatchObject({ source: 'resting' });
  });

  it("show the agent's process, settings and delivery", () => {
    const graph = machineGraph('agent-process');
    const { value } = highlightOf('agent-process', viewAt(inTurn()), graph);
    const lit = activeIds(value);
    expect(lit).toContain('delivery.undelivered.waiting');
    expect(graph.states.map(({ id }) => id)).toEqual(expect.arrayContaining(lit));
    expect(agentLabel(value)).toBe('Ready · Settings outdated · Message pending');
  });

  it("has words for each state of the agent's process", () => {
    const states = Object.keys(agentProcessMachine.states.process!.states);
    expect(states.filter((process) => agentLabel({ process }) === '')).toEqual([]);
  });
});
