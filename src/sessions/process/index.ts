export { type Clock, systemClock } from './clock.js';
export { agentEnvironment } from './environment.js';
export { LineSplitter, type LineSplitterOptions } from './line-splitter.js';
export { formatMark, MARK_VARIABLE, type Mark, type MarkPattern, parseMark } from './marker.js';
export { secretMask } from './mask.js';
export { type ProcessId, type ProcessInfo, type ProcessTable, systemTable } from './process-table.js';
export { type SpawnAgentOptions, spawnAgent } from './spawn-agent.js';
export { StderrTail } from './stderr-tail.js';
export { type EndTreeOptions, endLeftovers, endTree } from './tree.js';
