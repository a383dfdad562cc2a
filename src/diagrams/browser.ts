/** The exports that work in a browser: all but those that read the machines themselves. */
export { activeIds, activeLeaves, type LastTransition, markActive, markerOf, marks } from './active.js';
export { stateDomId } from './dom-id.js';
export { matches } from './event-pattern.js';
export { transitionBetween } from './last-transition.js';
export { edgesOf } from './lines.js';
export { markMermaid, mermaidOf } from './mermaid.js';
export { renderSvg } from './svg.js';
export { css } from './theme.js';
