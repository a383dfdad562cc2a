import type { ToolKind } from '../../schema/index.js';
import type { ToolLabel } from '../kit/drafts.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { titleOf } from '../kit/title.js';

type Input = Readonly<Record<string, unknown>>;

interface Tool {
  kind: ToolKind;
  title?(input: Input, roots: Roots): unknown;
}

const tools: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ['shell', { kind: 'execute', title: ({ command }) => command }],
  ['mock.search', { kind: 'search', title: ({ query }) => query }],
  ['mock.edit', { kind: 'edit', title: ({ path }, roots) => shortPath(String(path ?? ''), roots) }],
  ['mock.todo', { kind: 'plan' }],
  ['agent', { kind: 'agent', title: ({ task }) => task }],
]);

/** A tool in the words of the vocabulary. */
export function toolLabel(name: string, input: Input, roots: Roots): ToolLabel {
  const tool = tools.get(name);
  if (tool === undefined) return { kind: 'other', title: titleOf('other', name) };
  return { kind: tool.kind, title: titleOf(tool.kind, tool.title?.(input, roots)) };
}
