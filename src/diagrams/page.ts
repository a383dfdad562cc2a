/** What a page needs that shows a drawing and lights it up. Nothing here draws: that takes Graphviz. */
export { activeIds, activeLeaves, type LastTransition, type Mark, markActive, markerOf } from './active.js';
export { transitionBetween } from './last-transition.js';
export { markMermaid, mermaidOf } from './mermaid.js';
export { css } from './theme.js';
