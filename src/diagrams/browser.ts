/** The exports that work in a browser: highlighting and Mermaid, but no layout, which needs Graphviz. */
export { activeLeaves, type LastTransition, markActive, markerOf } from './active.js';
export { transitionBetween } from './last-transition.js';
export { markMermaid, mermaidOf } from './mermaid.js';
export { css } from './theme.js';
