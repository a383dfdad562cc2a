import type { PermissionData } from '../../client/index.js';
import { Diff } from '../ui/diff/diff.js';
import { JsonText } from '../ui/json-text.js';
import { aboutOf } from './about.js';
import styles from './requests.module.css';

/** What a permission is about: the command, the change, the files; else all that the tool was given. */
export function Subject({ data }: { data: PermissionData }) {
  const { command, diff, paths, input, folder, reason } = aboutOf(data);
  return (
    <div className={styles.subject}>
      {command !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
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
      {command === null && diff === null && input !== null && (
        <JsonText label="What it is given" value={input} />
      )}
      {reason !== null && <p className={styles.facts}>{reason}</p>}
    </div>
  );
}
