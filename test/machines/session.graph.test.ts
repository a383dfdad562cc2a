import { beforeAll, describe, expect, it } from 'vitest';
import { sessionMachine } from '../../machines/index.js';
import { violations } from '../support/invariants.js';
import { MachineCoverage } from '../support/machine-coverage.js';
import { type Beginning, explore, type Path, stateOf } from '../support/session-graph.js';
import { send } from '../support/session-inputs.js';
import { SessionRig } from '../support/session-rig.js';

/** States and transitions that no input leads to, each with the reason why it is there all the same. */
const unreachable: Record<string, string> = {};

const beginnings: Record<string, Beginning> = {
  'that can be steered and ends with its agent': {
    given: { steer: true, echoesUser: false, onAgentExit: 'end' },
    before: [],
  },
  'whose agent sends messages back and is resumed': {
    given: { steer: false, echoesUser: true, onAgentExit: 'resume' },
    before: [],
  },
  'with as many messages as may wait': {
    given: {},
    before: Array.from({ length: 100 }, (_, i) => send(`m${i + 1}`)),
    until: ({ queue, held }) => queue.length < 100 || held,
  },
};

/** The same inputs to a running actor: where they led to, and what it broke on the way and in the end. */
function replay({ given }: Beginning, { inputs }: Path, coverage: MachineCoverage) {
  const rig = new SessionRig(given);
  coverage.watch(rig.actor);
  for (const each of inputs) rig.send(each);
  const end = stateOf(rig.snapshot);
  rig.send({ type: 'command.terminate' }).exit(null);
  return { inputs, end, broken: violations(rig.events, { ended: true }) };
}

describe('a session along the paths of its graph', () => {
  const coverage = new MachineCoverage(sessionMachine);
  const walks = new Map<string, { path: Path; replayed: ReturnType<typeof replay> }[]>();

  beforeAll(() => {
    for (const [name, beginning] of Object.entries(beginnings)) {
      const paths = explore(beginning);
      walks.set(
        name,
        paths.map((path) => ({ path, replayed: replay(beginning, path, coverage) })),
      );
    }
  });

  it.each(Object.keys(beginnings))('%s: goes where the graph says and breaks no invariant', (name) => {
    for (const { path, replayed } of walks.get(name)!) expect(replayed).toEqual({ ...path, broken: [] });
  });

  it('enters every state and takes every transition that the machine defines', () => {
    expect(coverage.missing).toEqual(Object.keys(unreachable).sort());
  });
});
