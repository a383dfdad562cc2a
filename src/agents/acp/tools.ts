import type { Draft } from '../../schema/index.js';
import {
  callKey,
  completed,
  delta,
  failed,
  resultKey,
  started,
  toolCall,
  toolResult,
} from '../kit/drafts.js';
import { follow, nothing } from '../kit/fold.js';
import { field } from '../kit/native.js';
import { at, without } from '../kit/record.js';
import { wordsOf } from './content.js';
import type { FileChange, ToolUpdate } from './native.js';
import { type AcpState, newName, type OpenTool, type Outcome, type Step } from './state.js';
import { textEnded } from './texts.js';
import { labelOf, nameOf } from './tool-labels.js';
import { exitCodeOf, outcomeOf } from './tool-results.js';
import { turnBegun } from './turn-begun.js';

/** A tool call as far as it has come. Some agents name a call first when they ask for permission, or when it is over. */
export function toolUpdated(before: AcpState, update: ToolUpdate): Outcome {
  const { toolCallId: id } = update;
  if (at(before.tools, id) === undefined) {
    // Calls are numbered anew in each turn by some agents, so only those of this turn are known to be over.
    if (at(before.over, id) !== undefined && update.status !== 'pending' && update.status !== 'in_progress')
      return nothing;
    return follow(
      before,
      turnBegun,
      textEnded,
      (state) => opened(state, update),
      (state) => advanced(state, update),
    );
  }
  return advanced(before, update);
}

/** Shows the call as complete: a human is about to decide on it, or its tool runs. */
export function toolCalled(state: AcpState, id: string): Outcome {
  const tool = at(state.tools, id);
  if (tool === undefined || tool.isCalled) return nothing;
  return {
    state: withTool(state, id, { ...tool, isCalled: true }),
    drafts: [completed(callOf(state, id, tool))],
  };
}

function opened(before: AcpState, update: ToolUpdate): Step {
  const { state, key } = newName(before, 'tool');
  const { toolCallId: id } = update;
  const tool: OpenTool = {
    key,
    name: nameOf(update),
    kind: update.kind ?? 'other',
    title: update.title ?? '',
    input: update.rawInput ?? null,
    parent: state.message,
    isCalled: false,
    output: null,
    changes: [],
    paths: [],
    exitCode: null,
  };
  return {
    state: { ...withTool(state, id, tool), over: without(state.over, id) as AcpState['over'] },
    drafts: [started(callOf(state, id, tool))],
  };
}

function advanced(before: AcpState, update: ToolUpdate): Step {
  const { toolCallId: id, status } = update;
  const state = withTool(before, id, updated(before.tools[id]!, update));
  const isOver = status === 'completed' || status === 'failed';
  const isRunning = status === 'in_progress' || isOver;
  return follow(
    state,
    (now) => (isRunning ? toolCalled(now, id) : nothing),
    (now) => outputStreamed(now, update),
    (now) => (isOver ? ended(now, update) : nothing),
  );
}

/** Fields that an update leaves out stay as they were. */
function updated(tool: OpenTool, update: ToolUpdate): OpenTool {
  const { title, kind, rawInput, content, locations, name } = update;
  const changes = (content ?? []).filter((each): each is FileChange => each.type === 'diff');
  return {
    ...tool,
    name: name ?? tool.name,
    title: title ?? tool.title,
    kind: kind ?? tool.kind,
    // Some agents repeat an empty input after the real one.
    input: isEmpty(rawInput) ? tool.input : rawInput,
    changes: changes.length > 0 ? changes : tool.changes,
    paths: locations && locations.length > 0 ? locations.map(({ path }) => path) : tool.paths,
    exitCode: exitCodeOf(update) ?? tool.exitCode,
  };
}

/** The output of a running command: as pieces in an extension, or whole again in each update. */
function outputStreamed(state: AcpState, update: ToolUpdate): Outcome {
  const { toolCallId: id, content, status, _meta } = update;
  const tool = state.tools[id]!;
  if (!tool.isCalled) return nothing;
  const piece = field(field(_meta, 'terminal_output_delta'), 'data');
  if (typeof piece === 'string') return grown(state, id, (tool.output ?? '') + piece);
  if (tool.kind !== 'execute' || status !== 'in_progress') return nothing;
  const whole = wordsOf(content ?? []);
  // An output that was shortened at its beginning comes whole at the end.
  return whole.startsWith(tool.output ?? '') ? grown(state, id, whole) : nothing;
}

function grown(state: AcpState, id: string, output: string): Outcome {
  const tool = state.tools[id]!;
  const before = tool.output ?? '';
  if (output.length === before.length) return nothing;
  const drafts: Draft[] = [];
  if (tool.output === null) drafts.push(started(toolResult(originOf(id, tool), tool.key, '')));
  drafts.push(delta(resultKey(tool.key), output.slice(before.length)));
  return { state: withTool(state, id, { ...tool, output }), drafts };
}

function ended(state: AcpState, update: ToolUpdate): Step {
  const { toolCallId: id } = update;
  const tool = state.tools[id]!;
  const { output, parts, hasFailed } = outcomeOf(tool, update, state.roots);
  const result = toolResult(originOf(id, tool), tool.key, output, parts);
  return {
    state: { ...state, tools: without(state.tools, id), over: { ...state.over, [id]: true } },
    drafts: [hasFailed ? failed(result) : completed(result)],
  };
}

/** Fails what no update will come for: some agents do not end the tools of a rejected call, or of a cancelled turn. */
export function toolsCut(state: AcpState): Outcome {
  const drafts = Object.entries(state.tools).map(([id, tool]) =>
    tool.isCalled
      ? failed(toolResult(originOf(id, tool), tool.key, tool.output ?? ''))
      : failed({ key: callKey(tool.key), kind: 'tool_call', role: 'assistant' }),
  );
  return drafts.length === 0 ? nothing : { state: { ...state, tools: {} }, drafts };
}

function callOf(state: AcpState, id: string, tool: OpenTool) {
  const { name, input, key } = tool;
  return toolCall(originOf(id, tool), { name, arguments: input, callId: key, ...labelOf(tool, state.roots) });
}

const originOf = (id: string, { key, parent }: OpenTool) => ({ key, id, parent });

function withTool(state: AcpState, id: string, tool: OpenTool): AcpState {
  return { ...state, tools: { ...state.tools, [id]: tool } };
}

function isEmpty(input: unknown): boolean {
  return input == null || (typeof input === 'object' && Object.keys(input).length === 0);
}
