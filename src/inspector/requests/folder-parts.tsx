import type { FolderPart } from '../../client/index.js';
import styles from './requests.module.css';

/** What a folder brings, file by file. */
export function FolderParts({ parts }: { parts: readonly FolderPart[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
    <ul className={styles.parts} aria-label="What the folder brings" tabIndex={0}>
      {parts.map(({ path, brings }) => (
        <li key={path}>
          <code>{path}</code>
          <ul>
            {[...new Set(brings)].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
