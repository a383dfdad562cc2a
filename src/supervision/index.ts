export { agentEnvironment } from './environment.js';
export { formatMark, type Mark, parseMark } from './marker.js';
export type { MonotonicClock } from './monotonic-clock.js';
export { type ProcessInfo, type ProcessTable, systemTable } from './process-table.js';
export { type SpawnAgentOptions, spawnAgent } from './spawn-agent.js';
export { endLeftovers, endTree } from './tree.js';
