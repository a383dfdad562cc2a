import type { MachineName } from '../../../machines/index.js';
import { markActive, markMermaid, mermaidOf } from '../../diagrams/page.js';
import { Button } from '../ui/button.js';
import { download } from '../ui/download.js';
import { useCopy } from '../ui/use-copy.js';
import styles from './machine.module.css';
import type { Drawn } from './use-drawing.js';
import type { View } from './views.js';

export interface ExportsProps {
  name: MachineName;
  drawn: Drawn;
  view: View;
}

/** The drawing to take away, lit as it is seen. */
export function Exports({ name, drawn, view }: ExportsProps) {
  const image = () => markActive(drawn.svg, view.value, view.last);
  const text = () => markMermaid(mermaidOf(drawn.graph), view.value);
  return (
    <details className={styles.exports}>
      <summary>Export</summary>
      <div>
        <Button onClick={() => download(`${name}.svg`, 'image/svg+xml', image())}>Download SVG</Button>
        <Copy what="SVG" text={image} />
        <Button onClick={() => download(`${name}.mmd`, 'text/plain', text())}>Download Mermaid</Button>
        <Copy what="Mermaid" text={text} />
      </div>
    </details>
  );
}

function Copy({ what, text }: { what: string; text(): string }) {
  const { isCopied, copy } = useCopy();
  return <Button onClick={() => copy(text())}>{isCopied ? 'Copied' : `Copy ${what}`}</Button>;
}
