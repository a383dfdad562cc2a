/** The colours by what they are for. Light is also written into the drawing itself, for viewers without CSS. */
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

export const dark: Palette = {
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

/** Every rule starts at the drawing's own class: a style inside an inlined SVG applies to the whole page. */
const root = '.greenroom-machine';

/**
 * Rules, not attributes, hold the colours, so that a page can set its own variables. Seen through `<img>`, the page
 * has no say, and the reader's colour scheme or `data-theme` decides.
 */
export const css = `
${root}{${variables(light)};max-width:100%;height:auto;font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
@media (prefers-color-scheme:dark){${root}{${variables(dark)}}}
[data-theme="light"] ${root},${root}[data-theme="light"]{${variables(light)}}
[data-theme="dark"] ${root},${root}[data-theme="dark"]{${variables(dark)}}
${root} .paper{fill:var(--paper)}
${root} text{fill:var(--muted)}
${root} text[font-weight="bold"]{fill:var(--ink);font-weight:650}
${root} .cluster>path{fill:var(--frame);stroke:var(--line)}
${root} .region>path{fill:var(--region);stroke-dasharray:5 4}
${root} .node>path{fill:var(--card);stroke:var(--line);stroke-width:1.25}
${root} .node>polygon{fill:none;stroke:var(--line)}
${root} .final>path{stroke-width:2.5}
${root} .initial>ellipse{fill:var(--arrow);stroke:none}
${root} .within>ellipse{fill:var(--card);stroke:var(--arrow);stroke-width:1.5}
${root} .edge>path{stroke:var(--arrow);stroke-width:1.25}
${root} .edge>polygon{fill:var(--arrow);stroke:var(--arrow)}
${root} .input>text{fill:var(--input)}
${root} .event>text{fill:var(--event)}
${root} .delay>text{fill:var(--delay)}
${root} .active-region>path{fill:var(--accentSoft);stroke:var(--accentLine)}
${root} .active>path{fill:var(--accent);stroke:var(--accent)}
${root} .active>polygon{stroke:var(--onAccent);opacity:.4}
${root} .active text{fill:var(--onAccent)}
${root} .taken>path{stroke:var(--taken);stroke-width:2.5}
${root} .taken>polygon{fill:var(--taken);stroke:var(--taken)}
${root} .taken text{fill:var(--taken)}
${root} .active .taken text{fill:var(--onAccent);text-decoration:underline}
`;
