import type { AgentNeeds } from '../agent.js';

export const needs: AgentNeeds = {
  environment: ['AMP_*'],
  writable: [
    { variable: 'XDG_CONFIG_HOME', home: '.config', inside: 'amp' },
    { variable: 'XDG_DATA_HOME', home: '.local/share', inside: 'amp' },
    { variable: 'XDG_STATE_HOME', home: '.local/state', inside: 'amp' },
    { variable: 'XDG_CACHE_HOME', home: '.cache', inside: 'amp' },
  ],
};
