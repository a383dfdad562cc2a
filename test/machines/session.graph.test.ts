import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/invariants.js';
import { MachineCoverage } from '../support/machine-coverage.js';
import { explore, type Path, type Scenario, stateOf } from '../support/session-graph.js';
import { asksForTrust, send } from '../support/session-inputs.js';
import { describedMachine, SessionRig } from '../support/session-rig.js';

/** States and transitions that no input reaches, each with the reason why it exists. */
const unreachable: Record<string, string> = {};

const scenarios: Record<string, Scenario> = {
  'with steering, ending with its agent': {
    given: { steer: true, echoesUser: false, onAgentExit: 'end' },
    before: [],
  },
  'with an agent that echoes messages and is resumed': {
    given: { steer: false, echoesUser: true, onAgentExit: 'resume' },
    before: [],
  },
  'with as many open items as there may be': {
    given: { openItems: 1, onAgentExit: 'resume' },
    before: [],
    until: ({ overflowed, queue, requests, turns, held }) =>
      overflowed || queue.length > 0 || requests > 0 || turns > 1 || held,
  },
  'while a human is asked about its folder': {
    given: { steer: true, onAgentExit: 'resume' },
    before: [asksForTrust],
    until: ({ turns, requests, queue, threads, held }) =>
      turns > 0 || requests > 1 || queue.length > 1 || Object.keys(threads).length > 0 || held,
  },
  'with a full queue while a human is asked about its folder': {
    given: {},
    before: [asksForTrust, ...Array.from({ length: 100 }, (_, i) => send(`m${i + 1}`))],
    until: ({ queue, requests, turns, held, open }) =>
      queue.length < 100 || requests > 1 || turns > 0 || held || open.size > 0,
  },
  'with a full queue': {
    given: {},
    before: Array.from({ length: 100 }, (_, i) => send(`m${i + 1}`)),
    until: ({ queue, held }) => queue.length < 100 || held,
  },
};

/** Feeds the inputs to a running actor; returns the state they led to and the invariants they violated. */
function replay({ given }: Scenario, { inputs }: Path, coverage: MachineCoverage) {
  const rig = new SessionRig(given, describedMachine);
  coverage.watch(rig.actor);
  for (const each of inputs) rig.send(each);
  const end = stateOf(rig.snapshot);
  rig.send({ type: 'command.terminate' }).exit(null);
  return { inputs, end, broken: violations(rig.events, { ended: true }) };
}

describe('a session along the paths of its graph', () => {
  const coverage = new MachineCoverage(describedMachine);
  const walks = new Map<string, { path: Path; replayed: ReturnType<typeof replay> }[]>();

  beforeAll(() => {
    for (const [name, scenario] of Object.entries(scenarios)) {
      const paths = explore(scenario);
      walks.set(
        name,
        paths.map((path) => ({ path, replayed: replay(scenario, path, coverage) })),
      );
    }
  }, 180_000);

  it.each(Object.keys(scenarios))('%s: follows the graph and violates no invariant', (name) => {
    for (const { path, replayed } of walks.get(name)!) expect(replayed).toEqual({ ...path, broken: [] });
  });

  it('enters every state and takes every transition of the machine', () => {
    expect(coverage.missing).toEqual(Object.keys(unreachable).sort());
  });
});
