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
${ROOT} .name{fill:var(--ink);font-weight:600}
${ROOT} .box{fill:var(--card);stroke:var(--line);stroke-width:1.25}
${ROOT} .cluster>.box{fill:var(--frame)}
${ROOT} .region>.box{fill:var(--region);stroke-dasharray:5 4}
${ROOT} .inner{fill:none;stroke:var(--line)}
${ROOT} :is(.halo,.mark){display:none}
${ROOT} .initial>circle{fill:var(--arrow)}
${ROOT} .initial>path{stroke:var(--arrow);stroke-width:1.25}
${ROOT} .within{fill:var(--card);stroke:var(--arrow);stroke-width:1.5}
${ROOT} .edge>path{fill:none;stroke:var(--arrow);stroke-width:1.25}
${ROOT} .edge>polygon{fill:var(--arrow)}
${ROOT} .input{fill:var(--input)}
${ROOT} .event{fill:var(--event)}
${ROOT} .delay{fill:var(--delay)}
${ROOT} .active-region>.box{fill:var(--accentSoft);stroke:var(--accentLine);stroke-width:1.75}
${ROOT} .active>.box{fill:var(--accent);stroke:var(--accent)}
${ROOT} .active>.halo{display:inline;fill:none;stroke:var(--accent);stroke-width:2}
${ROOT} .active>.mark{display:inline;fill:var(--onAccent)}
${ROOT} .active>.inner{stroke:var(--onAccent);opacity:.5}
${ROOT} .active>.name{fill:var(--onAccent);font-weight:700}
${ROOT} .stayed>.halo{display:inline;fill:none;stroke:var(--taken);stroke-width:2;stroke-dasharray:3 2}
${ROOT} .cluster.stayed>.box{stroke:var(--taken);stroke-width:2;stroke-dasharray:3 2}
${ROOT} .taken>path{stroke:var(--taken);stroke-width:3}
${ROOT} .taken>polygon{fill:var(--taken);stroke:var(--taken);stroke-width:2}
${ROOT} .taken>text{fill:var(--taken)}
`;
