import { z } from 'zod';
import { AgentCommandsResponse } from '../agent-command.js';
import { SessionCheckpoint } from '../checkpoint.js';
import { MachineGraph } from '../machine.js';
import { RefusalsResponse } from '../refusal.js';
import { SessionState } from '../session.js';
import { json, operation, text } from './operation.js';
import { AtQuery, MachinePath, SessionPath } from './parameters.js';

const MachineListResponse = z.object({ machines: z.array(MachineGraph) }).meta({ id: 'MachineListResponse' });

export const stateOperations = {
  getState: operation({
    summary: "The state of the session's machine now, or as it was after event `at`",
    tag: 'state',
    scope: 'read',
    input: { path: SessionPath, query: AtQuery },
    output: json(SessionState),
    errors: ['invalid_request', 'session_not_found'],
    http: {
      method: 'GET',
      path: '/v1/sessions/:sessionId/state',
      answer: 'Its value, open items and pending requests',
    },
  }),
  listCommands: operation({
    summary: 'The commands of the agent, which are sent as messages: `/name`, perhaps with arguments',
    tag: 'state',
    scope: 'read',
    input: { path: SessionPath },
    output: json(AgentCommandsResponse),
    errors: ['session_not_found'],
    http: {
      method: 'GET',
      path: '/v1/sessions/:sessionId/commands',
      answer: 'Those that the agent has told, in its order',
    },
  }),
  getCheckpoint: operation({
    summary:
      'What was open after event `at`, or is now, for readers that start there instead of at the beginning',
    tag: 'state',
    scope: 'read',
    input: { path: SessionPath, query: AtQuery },
    output: json(SessionCheckpoint),
    errors: ['invalid_request', 'session_not_found'],
    http: {
      method: 'GET',
      path: '/v1/sessions/:sessionId/checkpoint',
      answer: 'The open items with their texts so far, the pending requests, and the machine',
    },
  }),
  getRefusals: operation({
    summary:
      'Commands and drafts that the session refused, oldest first: the last 100 since the daemon started',
    tag: 'state',
    scope: 'read',
    input: { path: SessionPath },
    output: json(RefusalsResponse),
    errors: ['session_not_found'],
    http: {
      method: 'GET',
      path: '/v1/sessions/:sessionId/refusals',
      answer: 'Refused commands and dropped drafts',
    },
  }),
  getDiagram: operation({
    summary: "The session's machine drawn with its active states, now or as it was after event `at`",
    tag: 'state',
    scope: 'read',
    input: { path: SessionPath, query: AtQuery },
    output: text('image/svg+xml'),
    errors: ['invalid_request', 'session_not_found'],
    http: { method: 'GET', path: '/v1/sessions/:sessionId/diagram.svg', answer: 'A drawing' },
  }),
  listMachines: operation({
    summary: 'The state machines',
    tag: 'state',
    scope: 'read',
    output: json(MachineListResponse),
    http: { method: 'GET', path: '/v1/machines', answer: 'All machines, as graphs' },
  }),
  getMachineMermaid: operation({
    summary: 'A state machine as a Mermaid diagram',
    tag: 'state',
    scope: 'read',
    input: { path: MachinePath },
    output: text('text/plain'),
    errors: ['not_found'],
    http: { method: 'GET', path: '/v1/machines/:name.mmd', answer: 'Mermaid' },
  }),
  getMachineSvg: operation({
    summary: 'A state machine as SVG',
    tag: 'state',
    scope: 'read',
    input: { path: MachinePath },
    output: text('image/svg+xml'),
    errors: ['not_found'],
    http: { method: 'GET', path: '/v1/machines/:name.svg', answer: 'A drawing' },
  }),
  getMachine: operation({
    summary: 'A state machine as a graph',
    tag: 'state',
    scope: 'read',
    input: { path: MachinePath },
    output: json(MachineGraph),
    errors: ['not_found'],
    http: { method: 'GET', path: '/v1/machines/:name', answer: 'Its states and transitions' },
  }),
};
