import type { Permission } from '../../client/index.js';
import { Diff } from '../ui/diff/diff.js';
import { isBlank, Values } from '../ui/values.js';
import { FolderParts } from './folder-parts.js';
import styles from './requests.module.css';

/** The subject of a permission: its command, diff or files, else the tool's whole input. */
export function Subject({ permission }: { permission: Permission }) {
  const { title, command, diff, paths, brings, input, reason } = permission;
  const isTitled = command === null && diff === null && !paths.includes(title);
  return (
    <div className={styles.subject}>
      {reason !== null && <p className={styles.why}>{reason}</p>}
      {isTitled && <p className={styles.about}>{title}</p>}
      {command !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
        <pre className={styles.command} tabIndex={0}>
          <code>{command}</code>
        </pre>
      )}
      {brings !== null && <FolderParts parts={brings} />}
      {diff !== null ? (
        <Diff diff={diff} />
      ) : (
        brings === null &&
        paths.length > 0 && (
          <ul className={styles.paths}>
            {paths.map((path) => (
              <li key={path}>
                <code>{path}</code>
              </li>
            ))}
          </ul>
        )
      )}
      {command === null && diff === null && brings === null && !isBlank(input) && (
        <Values label="Tool input" value={input} />
      )}
    </div>
  );
}
