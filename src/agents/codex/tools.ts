import type { ContentPart } from '../../schema/index.js';
import { fileRef } from './diff.js';
import type { ItemOf, ItemType, NativeChange, NativeContent, NativeItem } from './native-items.js';

/** A tool that the agent used: a call, and its result once there is one. */
export interface Tool {
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
  cwd: string | null,
) => Pick<Tool, 'name' | 'arguments'> & Partial<Tool>;

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
    arguments: { command, cwd, commandActions: commandActions ?? [] },
    // Complete, unlike the deltas: they leave out output from before the item began.
    output: aggregatedOutput ?? '',
    parts: [{ type: 'json', json: { exit_code: exitCode ?? null, status, duration_ms: durationMs ?? null } }],
    failed: status !== 'completed' || (exitCode ?? 0) !== 0,
    refused: status === 'declined',
  }),

  fileChange: ({ changes, status }, cwd) => ({
    name: 'apply_patch',
    arguments: { changes },
    // The output goes to the model only; this is the part that can be derived.
    output: status === 'completed' ? changes.map(changeLine).join('\n') : '',
    // A declined patch has changed no file.
    parts: status === 'declined' ? [] : changes.map((change) => fileRef(change, cwd)),
    failed: status !== 'completed',
    refused: status === 'declined',
  }),

  mcpToolCall: ({ server, tool, arguments: given, result, error, status }) => ({
    name: `mcp:${server}.${tool}`,
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
    arguments: { query, action: action ?? null },
    output: results == null ? '' : JSON.stringify(results),
  }),

  imageView: ({ path }) => ({
    name: 'view_image',
    arguments: { path },
    parts: [{ type: 'image', path }],
  }),

  imageGeneration: ({ revisedPrompt, failure, savedPath, status }) => ({
    name: 'image_generation',
    arguments: { prompt: revisedPrompt ?? null },
    output: failure == null ? '' : JSON.stringify(failure),
    parts: savedPath ? [{ type: 'image', path: savedPath }] : [],
    failed: failure != null || status === 'failed',
  }),

  sleep: ({ durationMs }) => ({ name: 'sleep', arguments: { duration_ms: durationMs } }),

  functionCallOutput: ({ name, namespace, output }) => ({
    name: namespace ? `${namespace}.${name}` : name,
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

/** Paths in its diffs are relative to `cwd`. */
export function toolOf(item: ToolItem, cwd: string | null): Tool {
  // The table maps each type to its case, a relation that the compiler cannot express.
  const handle = cases[item.type] as ToolCase<ToolType>;
  return {
    output: '',
    parts: [],
    failed: false,
    refused: false,
    ...handle(item as ItemOf<ToolType> & ItemOf<'sleep'>, cwd),
  };
}

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
