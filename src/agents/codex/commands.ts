import type { Draft, DraftItem } from '../../schema/index.js';
import { callKey, completed, delta, failed, resultKey, started, toolResult } from '../kit/drafts.js';
import { nothing, type Outcome, type Step } from '../kit/fold.js';
import { at, without } from '../kit/record.js';
import { beginsWith, emptyDigest, grown } from './digest.js';
import { type Place, placeOf } from './items.js';
import type { ParamsOf } from './native.js';
import type { CodexState, RunningCommand } from './state.js';
import type { Tool } from './tools.js';

export function commandStarted(state: CodexState, { key, owner, id, callId }: Place): CodexState {
  const command: RunningCommand = {
    owner,
    id: id ?? '',
    callId,
    pieces: 0,
    isOpen: false,
    isCut: false,
    streamed: emptyDigest,
    settled: emptyDigest,
  };
  return withCommand(state, key, command);
}

export function outputDelta(
  state: CodexState,
  params: ParamsOf<'item/commandExecution/outputDelta'>,
): Outcome<CodexState> {
  const place = placeOf(state, params, params.itemId);
  const command = at(state.commands, place.key);
  if (command === undefined || command.isCut) return nothing;
  const piece = delta(pieceKey(place.key, command.pieces), params.delta);
  const streamed = grown(command.streamed, params.delta);
  return {
    state: withCommand(state, place.key, { ...command, isOpen: true, streamed }),
    drafts: command.isOpen ? [piece] : [started(pieceOf(place, command.pieces, '')), piece],
  };
}

/** The last piece of a command's output. `call` completes its call. */
export function commandCompleted(
  state: CodexState,
  place: Place,
  { output, parts, failed: hasFailed }: Tool,
  call: Draft,
): Step<CodexState> {
  const ended = { ...state, commands: without(state.commands, place.key) };
  const command = at(state.commands, place.key);
  if (command?.isCut) return { state: ended, drafts: [] };
  const { pieces = 0, isOpen = false, streamed = emptyDigest, settled = emptyDigest } = command ?? {};
  const end = (item: DraftItem) => (hasFailed ? failed(item) : completed(item));
  // Codex leaves out the middle of very long output, but has streamed it. Without output, the streamed one is kept.
  if (streamed.length > output.length)
    return { state: ended, drafts: [call, end(pieceOf(place, pieces, '', parts))] };
  if (beginsWith(output, settled)) {
    const rest = output.slice(settled.length);
    return { state: ended, drafts: [call, end(pieceOf(place, pieces, rest, parts))] };
  }
  // Codex does not stream what a command prints at its very beginning, and completed pieces cannot be changed any more.
  const whole = { ...pieceOf(place, pieces + 1, output, parts), continues: null };
  return { state: ended, drafts: [...(isOpen ? [failed(pieceOf(place, pieces, ''))] : []), end(whole)] };
}

/** A turn is over, but not the commands of these threads. */
export function commandsYielded(state: CodexState, isOver: (owner: string) => boolean): Step<CodexState> {
  const drafts: Draft[] = [];
  let next = state;
  for (const [key, command] of Object.entries(state.commands)) {
    const { owner, id, callId, pieces, isOpen, streamed } = command;
    if (command.isCut || !isOver(owner) || (pieces > 0 && !isOpen)) continue;
    const place = { key, owner, id, callId, ...(owner === state.thread ? {} : { thread: owner }) };
    if (pieces === 0) drafts.push(completed({ key: callKey(key), kind: 'tool_call', role: 'assistant' }));
    drafts.push(completed(pieceOf(place, pieces, '')));
    next = withCommand(next, key, { ...command, pieces: pieces + 1, isOpen: false, settled: streamed });
  }
  return { state: next, drafts };
}

/** A turn was interrupted, with its commands: they may run on, but nobody waits for their output any more. */
export function commandsCut(state: CodexState, turn: string): CodexState {
  let next = state;
  for (const [key, command] of Object.entries(state.commands))
    if (key.startsWith(`${turn}/`)) next = withCommand(next, key, { ...command, isCut: true });
  return next;
}

function withCommand(state: CodexState, key: string, command: RunningCommand): CodexState {
  return { ...state, commands: { ...state.commands, [key]: command } };
}

const pieceKey = (key: string, piece: number) => resultKey(key) + (piece === 0 ? '' : `#${piece}`);

function pieceOf(place: Place, piece: number, output: string, parts: Tool['parts'] = []): DraftItem {
  return {
    ...toolResult(place, place.callId, output, parts),
    key: pieceKey(place.key, piece),
    ...(piece === 0 ? {} : { continues: pieceKey(place.key, piece - 1) }),
  };
}
