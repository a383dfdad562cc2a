import { z } from 'zod';
import { type MachineName, machines } from '../../../machines/index.js';
import { machineGraph, machineMermaid, machineSvg } from '../../diagrams/index.js';
import { MachineGraph, ProblemError } from '../../schema/index.js';
import { route } from './route.js';

const names = Object.keys(machines) as MachineName[];
const MachineParams = z.object({ name: z.string().describe(`One of ${names.join(', ')}`) });

function named(name: string): MachineName {
  const found = names.find((each) => each === name);
  if (!found)
    throw new ProblemError('not_found', `no machine ${name}; there are ${names.join(', ')}`, { names });
  return found;
}

export const machineRoutes = [
  route({
    method: 'GET',
    path: '/v1/machines',
    id: 'list_machines',
    tag: 'state',
    summary: 'The state machines',
    answer: {
      status: 200,
      description: 'All machines, as graphs',
      schema: z.object({ machines: z.array(MachineGraph) }).meta({ id: 'MachineListResponse' }),
    },
    handle: () => ({ machines: names.map(machineGraph) }),
  }),
  route({
    method: 'GET',
    path: '/v1/machines/:name.mmd',
    id: 'get_machine_mermaid',
    tag: 'state',
    summary: 'A state machine as a Mermaid diagram',
    params: MachineParams,
    answer: { status: 200, description: 'Mermaid', contentType: 'text/plain' },
    problems: ['not_found'],
    handle: ({ params, reply }) => {
      reply.type('text/plain; charset=utf-8');
      return machineMermaid(named(params.name));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/machines/:name.svg',
    id: 'get_machine_svg',
    tag: 'state',
    summary: 'A state machine drawn',
    params: MachineParams,
    answer: { status: 200, description: 'A drawing', contentType: 'image/svg+xml' },
    problems: ['not_found'],
    handle: ({ params, reply }) => {
      reply.type('image/svg+xml; charset=utf-8');
      return machineSvg(named(params.name));
    },
  }),
  route({
    method: 'GET',
    path: '/v1/machines/:name',
    id: 'get_machine',
    tag: 'state',
    summary: 'A state machine as a graph',
    params: MachineParams,
    answer: { status: 200, description: 'Its states and transitions', schema: MachineGraph },
    problems: ['not_found'],
    handle: ({ params }) => machineGraph(named(params.name)),
  }),
];
