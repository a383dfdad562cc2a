import { describe, expect, it } from 'vitest';
import { machines } from '../../machines/index.js';
import { MachineGraph } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';

const names = Object.keys(machines);

describe('the state machines', () => {
  it('are all listed as graphs', async () => {
    const daemon = await testDaemon();
    const { machines: graphs } = await daemon.call<{ machines: unknown[] }>('GET', '/v1/machines');
    expect(graphs).toHaveLength(names.length);
    for (const graph of graphs) MachineGraph.parse(graph);
    expect(names).toEqual(expect.arrayContaining(['session', 'agent-process']));
  });

  it.each(names)('%s is available as a graph, as Mermaid and as SVG', async (name) => {
    const daemon = await testDaemon();
    MachineGraph.parse(await daemon.call('GET', `/v1/machines/${name}`));
    const mermaid = await daemon.fetch('GET', `/v1/machines/${name}.mmd`);
    expect(mermaid.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await mermaid.text()).toContain('stateDiagram-v2');
    const svg = await daemon.fetch('GET', `/v1/machines/${name}.svg`);
    expect(svg.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(await svg.text()).toContain('</svg>');
  });

  it.each(['nope', 'nope.mmd', 'nope.svg', 'session.png', 'toString'])('%s is not found', async (name) => {
    const daemon = await testDaemon();
    const problem = await expectProblem(await daemon.fetch('GET', `/v1/machines/${name}`), 'not_found');
    for (const each of names) expect(problem.detail).toContain(each);
  });
});
