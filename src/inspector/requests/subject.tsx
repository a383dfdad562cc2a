import type { PermissionData } from '../../client/index.js';
import { Diff } from '../ui/diff/diff.js';
import { JsonText } from '../ui/json-text.js';
import { permissionDetails } from './permission-details.js';
import styles from './requests.module.css';

/** The subject of a permission: its command, diff or files, else the tool's whole input. */
export function Subject({ data }: { data: PermissionData }) {
  const { command, diff, paths, input, folder, reason } = permissionDetails(data);
  return (
    <div className={styles.subject}>
      {command !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable
        <pre className={styles.command} tabIndex={0}>
          <code>{command}</code>
        </pre>
      )}
      {folder !== null && (
        <p className={styles.facts}>
          in <code>{folder}</code>
        </p>
      )}
      {diff !== null ? (
        <Diff diff={diff} {...(paths.length === 1 ? { path: paths[0]! } : {})} />
      ) : (
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
      {command === null && diff === null && input !== null && <JsonText label="Tool input" value={input} />}
      {reason !== null && <p className={styles.facts}>{reason}</p>}
    </div>
  );
}
