import { expect, it } from 'vitest';
import { machineGraph } from '../../src/diagrams/index.js';
import { edgesOf } from '../../src/diagrams/lines.js';
import { shortNames } from '../../src/diagrams/short-label.js';

const namesOf = (machine: 'session' | 'request' | 'agent-process', source: string, target: string) => {
  const graph = machineGraph(machine);
  const edge = edgesOf(graph).find((each) => each.source === source && each.target === target)!;
  return shortNames(graph, edge).map(({ text, kind }) => `${kind}: ${text}`);
};

it.each([
  ['drops what a region implies', 'session', 'live.turn.idle', 'live.turn.running', ['event: started']],
  ['keeps what nothing implies', 'session', 'starting', 'live', ['event: session started']],
  [
    'drops what all events of a region share',
    'session',
    'live.threads.none',
    'live.threads.running',
    ['event: started'],
  ],
  [
    'joins events that end alike',
    'session',
    'live.requests.none',
    'live.requests.waiting',
    ['event: requested'],
  ],
  ['drops the prefix of commands', 'session', 'live', 'ending', ['input: terminate']],
  [
    'counts further names',
    'request',
    'pending',
    'resolved',
    ['input: reply', 'input: withdraw', 'input: +2 more'],
  ],
  [
    'shows the guard of a transition without an event',
    'agent-process',
    'process.ready',
    'process.restarting',
    ['input: must restart'],
  ],
  [
    'spells timeouts',
    'agent-process',
    'process.starting',
    'process.stopping',
    ['input: stop', 'delay: start timeout'],
  ],
] as const)('%s', (_, machine, source, target, names) => {
  expect(namesOf(machine, source, target)).toEqual(names);
});
