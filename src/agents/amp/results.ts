import { z } from 'zod';
import type { ContentPart, DraftItem } from '../../schema/index.js';
import { resultParts, resultText, type ToolResult } from '../kit/blocks.js';
import { fileDiff, fragmentDiff, inContext, patchDiff } from '../kit/diff.js';
import { toolResult } from '../kit/drafts.js';
import { hunksIn } from '../kit/patch.js';
import { type Roots, shortPath } from '../kit/paths.js';
import type { PendingCall } from './state.js';
import { changesOf, isCommand, pathsOf, type ToolChange } from './tools.js';

const CommandReport = z.object({ output: z.string(), exitCode: z.number().nullish() });

export function resultItem(block: ToolResult, call: PendingCall | undefined, roots: Roots): DraftItem {
  const id = block.tool_use_id;
  const text = resultText(block.content);
  const report = call && isCommand(call.name) ? reportIn(text) : null;
  const code = report?.exitCode ?? null;
  const failed = block.is_error === true || (code !== null && code !== 0);
  const exitCode: ContentPart[] = code === null ? [] : [{ type: 'json', json: { exit_code: code } }];
  const parts = [
    ...exitCode,
    ...(failed || call === undefined ? [] : fileParts(call, text, roots)),
    ...resultParts(block.content),
  ];
  const item = toolResult({ key: id, id, parent: call?.message }, id, report?.output ?? text, parts);
  return { ...item, status: failed ? 'failed' : 'completed' };
}

function fileParts({ name, input }: PendingCall, text: string, roots: Roots): ContentPart[] {
  const [path] = pathsOf(name, input);
  if (name === 'Read' && path !== undefined) return [{ type: 'file_ref', path, action: 'read' }];
  const changes = changesOf(name, input);
  return changes.map((change) => {
    // A diff in the tool's output is better than ours: it has context lines.
    const diff =
      (changes.length === 1 ? reportedDiff(change.path, text, roots) : null) ?? diffOf(change, roots);
    const action = change.type === 'write' ? 'write' : 'patch';
    return { type: 'file_ref', path: change.path, action, ...(diff === null ? {} : { diff }) };
  });
}

function reportedDiff(path: string, text: string, roots: Roots): string | null {
  const hunks = hunksIn(/```diff\n([\s\S]*?)```/.exec(text)?.[1] ?? '');
  return hunks && patchDiff(shortPath(path, roots), inContext(hunks));
}

/** Derived from the input alone: the files have changed already. */
function diffOf(change: ToolChange, roots: Roots): string | null {
  const name = shortPath(change.path, roots);
  if (change.type === 'write') return fileDiff(name, null, change.content);
  return change.type === 'replace' ? fragmentDiff(name, change.edits) : null;
}

/** Command tools return JSON with the output and the exit code. */
function reportIn(text: string): z.infer<typeof CommandReport> | null {
  try {
    return CommandReport.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
