import type { Draft } from '../../schema/index.js';
import {
  callKey,
  completed,
  delta as deltaOf,
  failed as failedItem,
  type Origin,
  resultKey,
  started,
  toolCall,
  toolResult,
} from '../kit/drafts.js';
import { nothing } from '../kit/fold.js';
import { at, without } from '../kit/record.js';
import { linked } from './children.js';
import { originOf } from './items.js';
import type { PartOf } from './native-parts.js';
import type { OpenCodeState, OpenTool, Outcome, Step, Streamed } from './state.js';
import { labelOf } from './tool-labels.js';
import { INVALID, outcomeOf } from './tools.js';

type Tool = PartOf<'tool'>;

/** A tool as far as it has come: pending without its input, running, or over. */
export function toolUpdated(before: OpenCodeState, part: Tool): Outcome {
  // When the server drops the output of an old call, it sends an update of it.
  if (part.state.time?.compacted != null) return nothing;
  const origin = originOf(before, part.sessionID, part.id);
  const state = linked(before, part);
  const { status } = part.state;
  if (status === 'pending') {
    if (at(state.tools, part.id) !== undefined) return { state, drafts: [] };
    return { state: kept(state, part, openOf(part)), drafts: [started(callOf(state, origin, part))] };
  }
  const { tool, drafts } = called(state, origin, part);
  if (status !== 'running') return ended(state, origin, part, drafts);
  const output = part.state.metadata?.output;
  if (typeof output !== 'string' || output === '') return { state: kept(state, part, tool), drafts };
  const { delta, streamed } = grown(tool.streamed, output);
  if (tool.streamed === null) drafts.push(started(toolResult(origin, part.id, '')));
  if (delta !== '') drafts.push(deltaOf(resultKey(part.id), delta));
  return { state: kept(state, part, { ...tool, streamed }), drafts };
}

/** The call is complete when the tool runs: only then its input is known, and sometimes another name. */
function called(state: OpenCodeState, origin: Origin, part: Tool): { tool: OpenTool; drafts: Draft[] } {
  const tool = at(state.tools, part.id) ?? openOf(part);
  if (tool.called) return { tool, drafts: [] };
  const call = callOf(state, origin, part);
  return {
    tool: { ...tool, name: part.tool, input: part.state.input, called: true },
    drafts: [part.tool === INVALID ? failedItem(call) : completed(call)],
  };
}

function ended(state: OpenCodeState, origin: Origin, part: Tool, drafts: Draft[]): Step {
  const { output, parts, changed, failed } = outcomeOf(part.tool, part.state, state.roots);
  const result = toolResult(origin, part.id, output, parts);
  drafts.push(failed ? failedItem(result) : completed(result));
  return {
    state: {
      ...state,
      tools: without(state.tools, part.id),
      changed: changed.length === 0 ? state.changed : [...new Set([...state.changed, ...changed])],
    },
    drafts,
  };
}

/** The server's id of a call comes again in other turns, so the part's own is used. */
function callOf(context: OpenCodeState, origin: Origin, { id, tool, state: { input } }: Tool) {
  return toolCall(origin, { name: tool, arguments: input, callId: id, ...labelOf(tool, input, context) });
}

const TAIL = 200;

/** The new part of an output. The server truncates the beginning of a long one; it is then matched by its end. */
export function grown(before: Streamed | null, output: string): { delta: string; streamed: Streamed } {
  const { length, tail } = before ?? { length: 0, tail: '' };
  const joins = output.slice(Math.max(0, length - tail.length), length) === tail;
  const from = joins ? length : output.lastIndexOf(tail) + tail.length;
  if (!joins && !output.includes(tail)) return { delta: '', streamed: { length, tail } };
  return { delta: output.slice(from), streamed: { length: output.length, tail: output.slice(-TAIL) } };
}

/** Fails the tools for which no end will come. */
export function cutTools(state: OpenCodeState, isCut: (tool: OpenTool, id: string) => boolean): Outcome {
  const cut = Object.entries(state.tools).filter(([id, tool]) => isCut(tool, id));
  if (cut.length === 0) return nothing;
  return {
    state: { ...state, tools: without(state.tools, ...cut.map(([id]) => id)) },
    drafts: cut.map(([id, tool]) => cutTool(state, id, tool)),
  };
}

function cutTool(state: OpenCodeState, id: string, { session, called }: OpenTool): Draft {
  if (!called) return failedItem({ key: callKey(id), kind: 'tool_call', role: 'assistant' });
  // Every complete call has a result.
  return failedItem(toolResult(originOf(state, session, id), id, ''));
}

/** The tool of a call, by the ids that requests have of it. */
export function toolAsking(
  state: OpenCodeState,
  asker: { messageID: string; callID: string } | null | undefined,
): [id: string, tool: OpenTool] | undefined {
  return Object.entries(state.tools).find(
    ([, { message, callId }]) => message === asker?.messageID && callId === asker.callID,
  );
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
