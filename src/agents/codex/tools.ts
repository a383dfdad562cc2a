import type { ContentPart } from '../../schema/index.js';
import type { ToolLabel } from '../kit/drafts.js';
import { field } from '../kit/native.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { titleOf } from '../kit/title.js';
import { fileRef, patchLabel } from './diff.js';
import type { ItemOf, ItemType, NativeChange, NativeContent, NativeItem } from './native-items.js';
import { scriptIn } from './shell.js';

/** A tool that the agent used: a call, and its result once there is one. */
export interface Tool extends ToolLabel {
  name: string;
  arguments: unknown;
  output: string;
  /** More parts of the result. */
  parts: ContentPart[];
  failed: boolean;
  /** It never ran, as permission was refused. */
  refused: boolean;
}

type ToolCase<T extends ItemType> = (
  item: ItemOf<T>,
  roots: Roots,
) => Pick<Tool, 'name' | 'arguments' | keyof ToolLabel> & Partial<Tool>;

/** The tools that an activity of a sub-agent comes from. */
const activities: Partial<Record<string, string>> = {
  started: 'spawn_agent',
  interacted: 'send_message',
  interrupted: 'interrupt_agent',
};

/** The items that are tools. The same item comes at the start and at the end, more complete. */
const cases = {
  commandExecution: ({ command, cwd, commandActions, aggregatedOutput, exitCode, durationMs, status }) => ({
    name: 'shell',
    ...commandLabel(command),
    arguments: { command, cwd, commandActions: commandActions ?? [] },
    // Complete, unlike the deltas: they leave out output from before the item began.
    output: aggregatedOutput ?? '',
    parts: [{ type: 'json', json: { exit_code: exitCode ?? null, status, duration_ms: durationMs ?? null } }],
    failed: status !== 'completed' || (exitCode ?? 0) !== 0,
    refused: status === 'declined',
  }),

  fileChange: ({ changes, status }, roots) => ({
    name: 'apply_patch',
    ...patchLabel(changes, roots),
    arguments: { changes },
    // The output goes to the model only; this is the part that can be derived.
    output: status === 'completed' ? changes.map(changeLine).join('\n') : '',
    // A declined patch has changed no file.
    parts: status === 'declined' ? [] : changes.map((change) => fileRef(change, roots)),
    failed: status !== 'completed',
    refused: status === 'declined',
  }),

  mcpToolCall: ({ server, tool, arguments: given, result, error, status }) => ({
    name: mcpToolName(server, tool),
    ...mcpLabel(server, tool),
    arguments: given ?? {},
    output: error?.message ?? contentText(result?.content ?? []),
    parts: [
      ...images(result?.content ?? []),
      ...(result?.structuredContent == null
        ? []
        : [{ type: 'json' as const, json: result.structuredContent }]),
    ],
    failed: status !== 'completed',
  }),

  dynamicToolCall: ({ namespace, tool, arguments: given, contentItems, success, status }) => ({
    name: namespace ? `${namespace}.${tool}` : tool,
    kind: 'other',
    title: titleOf('other', namespace ? `${namespace}: ${tool}` : tool, 'Tool'),
    arguments: given ?? {},
    output: contentText(contentItems ?? []),
    parts: images(contentItems ?? []),
    failed: status !== 'completed' || success === false,
  }),

  collabAgentToolCall: ({
    tool,
    prompt,
    model,
    reasoningEffort,
    receiverThreadIds,
    agentsStates,
    status,
  }) => ({
    name: tool.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    kind: 'agent',
    title: titleOf('agent', prompt, tool === 'wait' ? 'Wait for agents' : inWords(tool)),
    arguments: {
      ...(prompt == null ? {} : { prompt }),
      ...(model ? { model } : {}),
      ...(reasoningEffort ? { reasoning_effort: reasoningEffort } : {}),
      agents: receiverThreadIds,
    },
    output: Object.entries(agentsStates ?? {})
      .map(([agent, state]) => `${agent}: ${state.status}${state.message ? `\n${state.message}` : ''}`)
      .join('\n'),
    failed: status !== 'completed',
  }),

  // A call of a newer tool for sub-agents; Codex reports neither its arguments nor its result.
  subAgentActivity: ({ kind, agentPath, agentThreadId, model, reasoningEffort }) => ({
    name: activities[kind] ?? kind,
    kind: 'agent',
    title: titleOf('agent', agentPath.split('/').at(-1), inWords(kind)),
    arguments: {
      agent: agentPath,
      ...(model ? { model } : {}),
      ...(reasoningEffort ? { reasoning_effort: reasoningEffort } : {}),
      agents: [agentThreadId],
    },
    output: `${agentPath}: ${kind}`,
  }),

  webSearch: ({ query, action, results }) => ({
    name: 'web_search',
    kind: 'fetch',
    title: titleOf('fetch', query || textOf(field(action, 'url')), 'Web search'),
    arguments: { query, action: action ?? null },
    output: results == null ? '' : JSON.stringify(results),
  }),

  imageView: ({ path }, roots) => ({
    name: 'view_image',
    kind: 'read',
    title: titleOf('read', shortPath(path, roots), 'Image'),
    arguments: { path },
    parts: [{ type: 'image', path }],
  }),

  imageGeneration: ({ revisedPrompt, failure, savedPath, status }) => ({
    name: 'image_generation',
    kind: 'other',
    title: titleOf('other', revisedPrompt, 'Image generation'),
    arguments: { prompt: revisedPrompt ?? null },
    output: failure == null ? '' : JSON.stringify(failure),
    parts: savedPath ? [{ type: 'image', path: savedPath }] : [],
    failed: failure != null || status === 'failed',
  }),

  sleep: ({ durationMs }) => ({
    name: 'sleep',
    kind: 'other',
    title: `Sleep for ${durationMs / 1000} s`,
    arguments: { duration_ms: durationMs },
  }),

  functionCallOutput: ({ name, namespace, output }) => ({
    name: namespace ? `${namespace}.${name}` : name,
    kind: 'other',
    title: titleOf('other', namespace ? `${namespace}: ${name}` : name, 'Tool'),
    arguments: {},
    output: typeof output === 'string' ? output : contentText(output),
    parts: typeof output === 'string' ? [] : images(output),
  }),
} satisfies { [T in ItemType]?: ToolCase<T> };

export type ToolType = keyof typeof cases;
export type ToolItem = { [T in ToolType]: ItemOf<T> }[ToolType];

export function isTool(item: NativeItem): item is ToolItem {
  return Object.hasOwn(cases, item.type);
}

export function toolOf(item: ToolItem, roots: Roots): Tool {
  // The table maps each type to its case, a relation that the compiler cannot express.
  const handle = cases[item.type] as ToolCase<ToolType>;
  return {
    output: '',
    parts: [],
    failed: false,
    refused: false,
    ...handle(item as ItemOf<ToolType> & ItemOf<'sleep'>, roots),
  };
}

export function commandLabel(command: string): ToolLabel {
  return { kind: 'execute', title: titleOf('execute', scriptIn(command), 'Command') };
}

export function mcpToolName(server: string, tool: string | null): string {
  return tool === null ? `mcp:${server}` : `mcp:${server}.${tool}`;
}

export function mcpLabel(server: string, tool: string | null): ToolLabel {
  return {
    kind: 'other',
    title: titleOf('other', tool === null ? server : `${server}: ${tool}`, 'MCP tool'),
  };
}

/** `spawnAgent` as "Spawn agent". */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

const letters: Partial<Record<string, string>> = { add: 'A', delete: 'D' };

function changeLine({ path, kind }: NativeChange): string {
  return `${letters[kind.type] ?? 'M'} ${kind.move_path ?? path}`;
}

function contentText(content: readonly NativeContent[]): string {
  return content.flatMap(({ text }) => (text == null ? [] : [text])).join('\n');
}

function images(content: readonly NativeContent[]): ContentPart[] {
  return content.flatMap(({ imageUrl, data, mimeType }): ContentPart[] => {
    if (imageUrl != null) return [{ type: 'image', path: imageUrl }];
    if (data == null || !mimeType?.startsWith('image/')) return [];
    return [{ type: 'image', path: `data:${mimeType};base64,${data}`, mime: mimeType }];
  });
}
