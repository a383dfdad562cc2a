import { AgentInstallRequest, AgentListResponse, AgentModelsResponse, AgentModesResponse } from '../agent.js';
import { empty, json, operation } from './operation.js';
import { AgentPath } from './parameters.js';

export const agentOperations = {
  listAgents: operation({
    summary: 'List the agents, with their installation status and capabilities',
    tag: 'agents',
    scope: 'read',
    output: json(AgentListResponse),
    http: { method: 'GET', path: '/v1/agents', answer: 'All agents' },
  }),
  getAgentModes: operation({
    summary: 'The modes of an agent',
    tag: 'agents',
    scope: 'read',
    input: { path: AgentPath },
    output: json(AgentModesResponse),
    errors: ['unsupported_agent'],
    http: { method: 'GET', path: '/v1/agents/:agent/modes', answer: 'Its modes, the default first' },
  }),
  getAgentModels: operation({
    summary: 'The models of an agent, with their variants',
    tag: 'agents',
    scope: 'read',
    input: { path: AgentPath },
    output: json(AgentModelsResponse),
    errors: ['unsupported_agent', 'agent_not_installed', 'agent_unavailable'],
    http: { method: 'GET', path: '/v1/agents/:agent/models', answer: 'Its models' },
  }),
  installAgent: operation({
    summary: 'Install an agent if it is missing; may take minutes',
    tag: 'agents',
    scope: 'admin',
    audit: ['agent', 'reinstall'],
    input: { path: AgentPath, body: AgentInstallRequest.nullish() },
    output: empty,
    errors: ['unsupported_agent', 'agent_unavailable', 'install_failed'],
    http: { method: 'POST', path: '/v1/agents/:agent/install', answer: 'It is installed' },
  }),
};
