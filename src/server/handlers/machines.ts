import { type MachineName, machines } from '../../../machines/index.js';
import { machineGraph, machineMermaid, machineSvg } from '../../diagrams/index.js';
import { ProblemError } from '../../schema/index.js';
import type { Handlers } from './handler.js';

const names = Object.keys(machines) as MachineName[];

export const machineHandlers = {
  listMachines: () => ({ machines: names.map(machineGraph) }),
  getMachineMermaid: ({ name }) => machineMermaid(known(name)),
  getMachineSvg: ({ name }) => machineSvg(known(name)),
  getMachine: ({ name }) => machineGraph(known(name)),
} satisfies Partial<Handlers>;

function known(name: string): MachineName {
  const found = names.find((each) => each === name);
  if (found) return found;
  throw new ProblemError('not_found', `unknown machine ${name}; choose one of ${names.join(', ')}`, {
    names,
  });
}
