/** Colours by purpose. The light palette is also written into the drawing, for viewers without CSS. */
export const light = {
  paper: '#ffffff',
  card: '#ffffff',
  region: '#f6f8fb',
  frame: '#fbfcfe',
  line: '#b6c2d2',
  ink: '#1c2733',
  muted: '#5f6f82',
  arrow: '#7c8b9e',
  input: '#1f5fbf',
  event: '#1a7f4b',
  delay: '#a15c00',
  accent: '#1b7f5c',
  onAccent: '#ffffff',
  accentSoft: '#f1faf6',
  accentLine: '#4fae8b',
  taken: '#d9480f',
};

export type Palette = typeof light;

const dark: Palette = {
  paper: '#11161d',
  card: '#1b232d',
  region: '#161d26',
  frame: '#141a22',
  line: '#3a4757',
  ink: '#e8eef5',
  muted: '#9aa9ba',
  arrow: '#74859a',
  input: '#85b7ff',
  event: '#74d6a5',
  delay: '#f0b25c',
  accent: '#2fa57a',
  onAccent: '#04140d',
  accentSoft: '#13201d',
  accentLine: '#3f8f72',
  taken: '#ff8a4c',
};

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');
}

/** Scopes every rule to the drawing: styles in an inline SVG apply to the whole page. */
const ROOT = '.greenroom-machine';

/**
 * Colours are set by rules rather than attributes, so that a page can override the variables. In an `<img>` the reader's
 * colour scheme or `data-theme` decides.
 */
export const css = `
${ROOT}{${variables(light)};max-width:100%;height:auto;font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
@media (prefers-color-scheme:dark){${ROOT}{${variables(dark)}}}
[data-theme="light"] ${ROOT},${ROOT}[data-theme="light"]{${variables(light)}}
[data-theme="dark"] ${ROOT},${ROOT}[data-theme="dark"]{${variables(dark)}}
${ROOT} .paper{fill:var(--paper)}
${ROOT} text{fill:var(--muted)}
${ROOT} text[font-weight="bold"]{fill:var(--ink);font-weight:650}
${ROOT} .cluster>path{fill:var(--frame);stroke:var(--line)}
${ROOT} .region>path{fill:var(--region);stroke-dasharray:5 4}
${ROOT} .node>path{fill:var(--card);stroke:var(--line);stroke-width:1.25}
${ROOT} .node>polygon{fill:none;stroke:var(--line)}
${ROOT} .final>path{stroke-width:2.5}
${ROOT} .initial>ellipse{fill:var(--arrow);stroke:none}
${ROOT} .within>ellipse{fill:var(--card);stroke:var(--arrow);stroke-width:1.5}
${ROOT} .edge>path{stroke:var(--arrow);stroke-width:1.25}
${ROOT} .edge>polygon{fill:var(--arrow);stroke:var(--arrow)}
${ROOT} .input>text{fill:var(--input)}
${ROOT} .event>text{fill:var(--event)}
${ROOT} .delay>text{fill:var(--delay)}
${ROOT} .active-region>path{fill:var(--accentSoft);stroke:var(--accentLine)}
${ROOT} .active>path{fill:var(--accent);stroke:var(--accent)}
${ROOT} .active>polygon{stroke:var(--onAccent);opacity:.4}
${ROOT} .active text{fill:var(--onAccent)}
${ROOT} .taken>path{stroke:var(--taken);stroke-width:2.5}
${ROOT} .taken>polygon{fill:var(--taken);stroke:var(--taken)}
${ROOT} .taken text{fill:var(--taken)}
${ROOT} .active .taken text{fill:var(--onAccent);text-decoration:underline}
`;
