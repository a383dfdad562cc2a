import type { AgentNeeds } from '../agent.js';

const keysOfProviders = [
  'ANTHROPIC_API_KEY',
  'AWS_*',
  'AZURE_*',
  'CEREBRAS_API_KEY',
  'CLOUDFLARE_*',
  'COHERE_API_KEY',
  'DEEPSEEK_API_KEY',
  'FIREWORKS_API_KEY',
  'GEMINI_API_KEY',
  'GITHUB_TOKEN',
  'GOOGLE_*',
  'GROQ_API_KEY',
  'HF_TOKEN',
  'MISTRAL_API_KEY',
  'MOONSHOT_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'PERPLEXITY_API_KEY',
  'TOGETHER_API_KEY',
  'VERTEX_*',
  'XAI_API_KEY',
  'ZHIPU_API_KEY',
];

export const needs: AgentNeeds = {
  environment: ['OPENCODE_*', ...keysOfProviders],
  writable: [
    { variable: 'XDG_CONFIG_HOME', home: '.config', inside: 'opencode' },
    { variable: 'XDG_DATA_HOME', home: '.local/share', inside: 'opencode' },
    { variable: 'XDG_STATE_HOME', home: '.local/state', inside: 'opencode' },
    { variable: 'XDG_CACHE_HOME', home: '.cache', inside: 'opencode' },
    { variable: 'OPENCODE_CONFIG', kind: 'file' },
    { variable: 'OPENCODE_CONFIG_DIR' },
  ],
};
