import type { AgentNeeds } from '../agent.js';

export const needs: AgentNeeds = { environment: [], writable: [], usesStateFolder: true };
