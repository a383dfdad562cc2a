import { type ContentPart, contentOf, type ItemRow } from '../../../client/index.js';
import { Part } from '../items/part.js';
import { type ImagePlace, placeOf } from '../items/use-image.js';
import { Terminal } from './terminal.js';
import styles from './tools.module.css';

export interface ToolResultProps {
  row: ItemRow;
  /** Rows are mutated in place; this triggers a re-render. */
  version: number;
  isCommand?: boolean;
}

/** A tool's output with its files and images. */
export function ToolResult({ row, isCommand = false }: ToolResultProps) {
  const parts = contentOf(row);
  const isRunning = row.item.status === 'in_progress';
  return (
    <div className={styles.result}>
      {parts.map((part, index) => (
        <ResultPart
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
          key={index}
          part={part}
          place={placeOf(row.item, parts, index)}
          foldKey={`output ${row.key}`}
          {...{ isRunning, isCommand }}
        />
      ))}
    </div>
  );
}

interface ResultPartProps {
  part: ContentPart;
  place: ImagePlace | null;
  foldKey: string;
  isRunning: boolean;
  isCommand: boolean;
}

function ResultPart({ part, place, foldKey, isRunning, isCommand }: ResultPartProps) {
  if (part.type === 'json' && hasExitCode(part.json)) return null;
  if (part.type !== 'tool_result') return <Part part={part} place={place} />;
  if (part.output === '' && !isRunning) return isCommand ? <p className={styles.silent}>No output</p> : null;
  return <Terminal text={part.output} foldKey={foldKey} isRunning={isRunning} />;
}

/** Exit codes and the like are shown in the card's header. */
const hasExitCode = (json: unknown) => typeof json === 'object' && json !== null && 'exit_code' in json;

/** A command's exit code, if known. */
export function exitCodeOf(row: ItemRow | undefined): number | null {
  for (const part of row?.item.content ?? []) {
    if (part.type !== 'json' || !hasExitCode(part.json)) continue;
    const { exit_code } = part.json as { exit_code: unknown };
    if (typeof exit_code === 'number') return exit_code;
  }
  return null;
}
