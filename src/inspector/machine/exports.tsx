import type { MachineName } from '../../../machines/index.js';
import { markActive, markMermaid, mermaidOf } from '../../diagrams/browser.js';
import { Button } from '../ui/button.js';
import { CopyTextButton } from '../ui/copy-button.js';
import { download } from '../ui/download.js';
import type { Highlight } from './highlights.js';
import styles from './machine.module.css';
import type { Drawn } from './use-drawing.js';

export interface ExportsProps {
  name: MachineName;
  drawn: Drawn;
  highlight: Highlight;
}

/** Exports the drawing with its current highlights. */
export function Exports({ name, drawn, highlight }: ExportsProps) {
  const image = () => markActive(drawn.svg, highlight.value, highlight.last);
  const text = () => markMermaid(mermaidOf(drawn.graph), highlight.value);
  return (
    <details className={styles.exports}>
      <summary>Export</summary>
      <div>
        <Button onClick={() => download(`${name}.svg`, 'image/svg+xml', image())}>Download SVG</Button>
        <CopyTextButton text={image}>Copy SVG</CopyTextButton>
        <Button onClick={() => download(`${name}.mmd`, 'text/plain', text())}>Download Mermaid</Button>
        <CopyTextButton text={text}>Copy Mermaid</CopyTextButton>
      </div>
    </details>
  );
}
