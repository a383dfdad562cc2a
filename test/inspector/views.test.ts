import { describe, expect, it } from 'vitest';
import { machineGraph } from '../../src/diagrams/index.js';
import { Replay } from '../../src/inspector/machine/replay.js';
import type { Sight } from '../../src/inspector/machine/sight.js';
import { viewOf } from '../../src/inspector/machine/views.js';
import { stateWords } from '../../src/inspector/machine/words.js';
import { asksPermission } from '../support/drafts.js';
import type { SessionRig } from '../support/session-rig.js';
import { inTurn } from '../support/story.js';

function sightOf({ events, snapshot }: SessionRig): Sight {
  const replay = new Replay();
  replay.catchUp(events);
  const { value: told, context } = replay.at(events.length);
  const before = replay.at(events.length - 1).value;
  const value = snapshot.value as Sight['value'];
  return { at: null, event: events.at(-1)!, value, told, before, context, queued: 0, agent: 'ready' };
}

describe('how the machines are lit', () => {
  it('the session with the transition that its last event took', () => {
    const sight = sightOf(inTurn().draft(asksPermission('p')));
    expect(viewOf('session', sight, machineGraph('session'))).toMatchObject({
      value: { live: { requests: 'waiting' } },
      last: { source: 'live.requests.none', target: 'live.requests.waiting', event: 'permission.requested' },
    });
    expect(stateWords(sight.value)).toBe('Running · waiting for a human');
  });

  it('the session with a step that no event tells of', () => {
    const sight = sightOf(inTurn().send({ type: 'command.interrupt' }));
    expect(viewOf('session', sight, machineGraph('session')).last).toMatchObject({
      target: 'live.turn.running.interrupting',
    });
    expect(stateWords(sight.value)).toBe('Interrupting');
  });

  it('items and requests with how many are where', () => {
    const rig = inTurn()
      .draft({ type: 'item.started', item: { key: 'a', kind: 'message', role: 'assistant' } })
      .draft(asksPermission('p'));
    const sight = sightOf(rig);
    expect(viewOf('item', sight, machineGraph('item')).counts).toEqual([
      ['in_progress', 1],
      ['settled', 1],
    ]);
    expect(viewOf('request', sight, machineGraph('request'))).toEqual({
      value: { pending: undefined },
      last: { source: 'unknown', target: 'pending', event: 'ask' },
      counts: [
        ['pending', 1],
        ['resolved', 0],
      ],
    });
    expect(viewOf('agent-process', sight, machineGraph('agent-process')).value).toBe('ready');
  });
});
