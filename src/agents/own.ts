/** What an agent of your own is made of: see docs/client.md. */
export type {
  Agent,
  AgentDeps,
  AgentNeeds,
  AgentProcess,
  AgentRuntime,
  Connection,
  ConnectionContext,
  ConnectionReady,
  Program,
  SpawnOptions,
  Translator,
  TranslatorInput,
} from './agent.js';
export { type AgentDefinition, defineAgent } from './kit/define-agent.js';
export { describeExit } from './kit/exits.js';
export { programAt } from './kit/program.js';
