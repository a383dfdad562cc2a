import type { AgentNeeds } from '../agent.js';

export const needs: AgentNeeds = {
  environment: ['OPENAI_*', 'CODEX_*', 'AZURE_OPENAI_*', 'RUST_LOG', 'OTEL_*'],
  writable: [{ variable: 'CODEX_HOME', home: '.codex' }],
};
