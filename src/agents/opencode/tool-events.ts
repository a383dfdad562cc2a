import type { Draft } from '../../schema/index.js';
import {
  callKey,
  completed,
  type Origin,
  originOf,
  resultKey,
  started,
  toolCall,
  toolResult,
} from './items.js';
import type { PartOf } from './native-parts.js';
import {
  at,
  isOwn,
  nothing,
  type OpenCodeState,
  type OpenTool,
  type Step,
  type Streamed,
  without,
} from './state.js';
import { INVALID, outcomeOf } from './tools.js';

type Tool = PartOf<'tool'>;

/** A tool, as far as it has come: pending without its input, running, and over. */
export function toolUpdated(before: OpenCodeState, part: Tool): Step {
  // What is long over is told again when the server forgets its output.
  if (part.state.time?.compacted != null) return nothing;
  const origin = originOf(before, part.sessionID);
  const state = acquainted(before, part);
  const { status } = part.state;
  if (status === 'pending') {
    if (at(state.tools, part.id) !== undefined) return { state, drafts: [] };
    return { state: kept(state, part, openOf(part)), drafts: [started(toolCall(origin, part))] };
  }
  const { tool, drafts } = called(origin, part, at(state.tools, part.id) ?? openOf(part));
  if (status !== 'running') return ended(state, origin, part, drafts);
  const output = part.state.metadata?.output;
  if (typeof output !== 'string' || output === '') return { state: kept(state, part, tool), drafts };
  const { delta, streamed } = grown(tool.streamed, output);
  if (tool.streamed === null) drafts.push(started(toolResult(origin, part.id, '')));
  if (delta !== '') drafts.push({ type: 'item.delta', key: resultKey(part.id), delta });
  return { state: kept(state, part, { ...tool, streamed }), drafts };
}

/** Its input comes with the first word that it runs, and sometimes another name. */
function called(origin: Origin, part: Tool, tool: OpenTool): { tool: OpenTool; drafts: Draft[] } {
  if (tool.called) return { tool, drafts: [] };
  const call = toolCall(origin, part);
  return {
    tool: { ...tool, name: part.tool, input: part.state.input, called: true },
    drafts: [completed(part.tool === INVALID ? { ...call, status: 'failed' } : call)],
  };
}

function ended(state: OpenCodeState, origin: Origin, part: Tool, drafts: Draft[]): Step {
  const { output, parts, changed, failed } = outcomeOf(part.tool, part.state, state.directory);
  const result = toolResult(origin, part.id, output, parts);
  drafts.push(completed({ ...result, status: failed ? 'failed' : 'completed' }));
  return {
    state: {
      ...state,
      tools: without(state.tools, part.id),
      changed: changed.length === 0 ? state.changed : [...new Set([...state.changed, ...changed])],
    },
    drafts,
  };
}

const TASK = 'task';
const TAIL = 200;

/** What an output has more than before. One too long to be told whole has lost its beginning: then by its end. */
export function grown(before: Streamed | null, output: string): { delta: string; streamed: Streamed } {
  const { length, tail } = before ?? { length: 0, tail: '' };
  const joins = output.slice(Math.max(0, length - tail.length), length) === tail;
  const from = joins ? length : output.lastIndexOf(tail) + tail.length;
  if (!joins && !output.includes(tail)) return { delta: '', streamed: { length, tail } };
  return { delta: output.slice(from), streamed: { length: output.length, tail: output.slice(-TAIL) } };
}

/** Ends the tools for which no end comes any more. */
export function cutTools(state: OpenCodeState, isCut: (tool: OpenTool, id: string) => boolean): Step {
  const ids = Object.keys(state.tools).filter((id) => isCut(state.tools[id]!, id));
  if (ids.length === 0) return nothing;
  return {
    state: { ...state, tools: without(state.tools, ...ids) },
    drafts: ids.map((id) => cut(state, id, state.tools[id]!)),
  };
}

function cut(state: OpenCodeState, id: string, { session, called }: OpenTool): Draft {
  if (!called) return completed({ key: callKey(id), kind: 'tool_call', role: 'assistant', status: 'failed' });
  // A call was made, and a reader waits for what came of it.
  return completed({ ...toolResult(originOf(state, session), id, ''), status: 'failed' });
}

/** The tool of a call, by the names that requests know it by. */
export function toolAsking(
  state: OpenCodeState,
  asker: { messageID: string; callID: string } | null | undefined,
): [id: string, tool: OpenTool] | undefined {
  return Object.entries(state.tools).find(
    ([, { message, callId }]) => message === asker?.messageID && callId === asker.callID,
  );
}

/** The session of a sub-agent came from the tool that tells of it. */
function acquainted(state: OpenCodeState, part: Tool): OpenCodeState {
  const session = part.state.metadata?.sessionId;
  if (typeof session !== 'string' || session === state.session) return state;
  const key = callKey(part.id);
  if (at(state.children, session) === key) return state;
  return { ...state, children: { ...state.children, [session]: key } };
}

/** A sub-agent's session may be told before the tool says which one it has: then it is that of the newest without one. */
export function adopted(state: OpenCodeState, session: string, parent: string): OpenCodeState {
  if (isOwn(state, session) || at(state.children, session) !== undefined) return state;
  const taken = new Set(Object.values(state.children));
  const asking = Object.entries(state.tools).filter(
    ([id, tool]) => tool.session === parent && tool.name === TASK && !taken.has(callKey(id)),
  );
  const [id] = asking.at(-1) ?? [];
  if (id === undefined) return state;
  return { ...state, children: { ...state.children, [session]: callKey(id) } };
}

function openOf({ sessionID, messageID, callID, tool }: Tool): OpenTool {
  return {
    session: sessionID,
    message: messageID,
    callId: callID,
    name: tool,
    input: null,
    called: false,
    streamed: null,
  };
}

function kept(state: OpenCodeState, part: Tool, tool: OpenTool): OpenCodeState {
  return { ...state, tools: { ...state.tools, [part.id]: tool } };
}
