import type { AgentNeeds } from '../agent.js';

export const needs: AgentNeeds = {
  environment: [
    'ANTHROPIC_*',
    'CLAUDE_*',
    // Claude by way of Amazon or Google.
    'AWS_*',
    'CLOUD_ML_REGION',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_CLOUD_PROJECT',
    'VERTEX_*',
    // Its settings.
    'API_TIMEOUT_MS',
    'BASH_*',
    'DISABLE_*',
    'ENABLE_*',
    'IS_SANDBOX',
    'MAX_MCP_OUTPUT_TOKENS',
    'MAX_THINKING_TOKENS',
    'MCP_*',
    'OTEL_*',
    'USE_BUILTIN_RIPGREP',
  ],
  writable: [
    { variable: 'CLAUDE_CONFIG_DIR', home: '.claude' },
    { home: '.claude.json', kind: 'file' },
    { variable: 'XDG_CACHE_HOME', home: '.cache', inside: 'claude-cli-nodejs' },
  ],
};
