import type { MachineName } from '../../../machines/index.js';
import type { MachineGraph } from '../../client/index.js';
import { markActive, markMermaid, mermaidOf, renderSvg } from '../../diagrams/browser.js';
import { Button } from '../ui/button.js';
import { CopyTextButton } from '../ui/copy-button.js';
import { download } from '../ui/download.js';
import type { Highlight } from './highlights.js';
import styles from './machine.module.css';

export interface ExportsProps {
  name: MachineName;
  graph: MachineGraph;
  highlight: Highlight;
}

/** Exports the drawing with its current highlights. */
export function Exports({ name, graph, highlight }: ExportsProps) {
  const image = () => markActive(renderSvg(graph), highlight.value, highlight.last);
  const text = () => markMermaid(mermaidOf(graph), highlight.value);
  return (
    <details className={styles.fold}>
      <summary>Export</summary>
      <div className={styles.exports}>
        <Button onClick={() => download(`${name}.svg`, 'image/svg+xml', image())}>Download SVG</Button>
        <CopyTextButton text={image}>Copy SVG</CopyTextButton>
        <Button onClick={() => download(`${name}.mmd`, 'text/plain', text())}>Download Mermaid</Button>
        <CopyTextButton text={text}>Copy Mermaid</CopyTextButton>
      </div>
    </details>
  );
}
