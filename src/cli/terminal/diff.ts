import { type DiffFile, type DiffLine, parseFiles } from '../../text/diff-files.js';
import type { Look } from './look.js';
import { plain, plainLine } from './untrusted.js';
import { truncate, wrapCode } from './wrap.js';

const signs = { add: '+', del: '-', normal: ' ', gap: ' ' };
const formats = { add: 'green', del: 'red', normal: 'dim', gap: 'dim' } as const;
const changes = { new: 'new file', deleted: 'deleted', changed: null };

export interface DiffLimits {
  /** How many lines are shown of all files together. */
  most?: number;
  /** The path of the file, if the diff itself does not tell. */
  path?: string;
}

/** A unified diff, file by file; as text if it is none. */
export function diffLines(
  diff: string,
  look: Look,
  { most = Number.POSITIVE_INFINITY, path }: DiffLimits = {},
): string[] {
  const files = parseFiles(diff);
  const lines = files
    ? files.flatMap((file) =>
        fileLines(file, (files.length === 1 ? path : null) ?? file.path ?? 'file', look),
      )
    : plain(diff)
        .trimEnd()
        .split('\n')
        .flatMap((line) => wrapCode(line, look.width));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), look.paint('dim', `… ${lines.length - most} more lines`)];
}

function fileLines({ change, added, removed, lines }: DiffFile, name: string, look: Look): string[] {
  const counts = [
    added > 0 && look.paint('green', `+${added}`),
    removed > 0 && look.paint('red', `-${removed}`),
    changes[change] && look.paint('dim', changes[change]),
  ];
  const head = [truncate(plainLine(name), look.width - 16), ...counts].filter(Boolean).join(' ');
  const digits = String(Math.max(0, ...lines.map(({ before, after }) => after ?? before ?? 0))).length;
  const body = lines.flatMap((line, index) =>
    // The first gap is the beginning of the file, or near enough.
    line.type === 'gap'
      ? index === 0
        ? []
        : [look.paint('dim', `${' '.repeat(digits)} ⋮`)]
      : lineOf(line, digits, look),
  );
  return [look.paint('bold', head), ...body];
}

function lineOf({ type, text, before, after }: DiffLine, digits: number, look: Look): string[] {
  const number = look.paint('dim', String(after ?? before ?? '').padStart(digits));
  const content = plain(`${signs[type]} ${text}`);
  const rest = `${' '.repeat(digits)}   `;
  const lines = wrapCode(content, look.width - digits - 1);
  return lines.map((line, index) => {
    const painted = type === 'normal' ? line : look.paint(formats[type], line);
    return index === 0 ? `${number} ${painted}`.trimEnd() : rest + painted;
  });
}
