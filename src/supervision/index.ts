export { agentEnvironment } from './environment.js';
export {
  type IsolateSetting,
  type Isolation,
  IsolationError,
  noIsolation,
  openIsolation,
} from './isolation/index.js';
export { endLeftovers } from './leftovers.js';
export { formatMark, type Mark, parseMark } from './marker.js';
export { isSecretName } from './mask.js';
export type { MonotonicClock } from './monotonic-clock.js';
export { ownerOf } from './owner.js';
export { type ProcessInfo, type ProcessTable, systemTable } from './process-table.js';
export { secretPatterns } from './secret-patterns.js';
export { type SpawnAgentOptions, spawnAgent } from './spawn-agent.js';
export { endTree } from './tree.js';
