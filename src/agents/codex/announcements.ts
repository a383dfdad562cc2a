import { follow, nothing, type Outcome } from '../kit/fold.js';
import { mcpNotice, modelNotice, notice, titleNotice } from '../kit/notices.js';
import { at, without } from '../kit/record.js';
import { digestOf, isSame } from './digest.js';
import type { ParamsOf } from './native.js';
import { note } from './notes.js';
import { warningsIn } from './rate-limits.js';
import { type CodexState, isOwn } from './state.js';

/** Notices about a thread or the account; each is announced once. */

/** The title of the session's own thread. */
export function titled(
  state: CodexState,
  title: string | null | undefined,
  scope: string,
): Outcome<CodexState> {
  if (!title || title === state.title) return nothing;
  return note({ ...state, title }, { scope }, (origin) => titleNotice(origin, title));
}

/** The model that answers from now on. Clients know of a change that they made themselves. */
export function modelChanged(state: CodexState, model: string, scope: string): Outcome<CodexState> {
  if (model === state.model) return nothing;
  const changed = { ...state, model };
  if (model === state.chosenModel) return { state: changed, drafts: [] };
  return note(changed, { scope }, (origin) => modelNotice(origin, model));
}

/** Another model answers in one turn. */
export function modelRerouted(
  { threadId, turnId, toModel }: ParamsOf<'model/rerouted'>,
  state: CodexState,
): Outcome<CodexState> {
  if (!isOwn(state, threadId)) return nothing;
  const rerouted = { ...state, rerouted: { turn: turnId, model: toModel } };
  return note(rerouted, { scope: turnId }, (origin) => modelNotice(origin, toModel));
}

/** Every thread starts the MCP servers anew, also those of sub-agents, and also when it is loaded again. */
export function mcpStatusUpdated(
  { name, status, error, failureReason }: ParamsOf<'mcpServer/startupStatus/updated'>,
  state: CodexState,
  scope: string,
): Outcome<CodexState> {
  if (status === 'ready')
    return { state: { ...state, failedMcp: without(state.failedMcp, name) }, drafts: [] };
  if (status !== 'failed') return nothing;
  const words =
    error?.replace(/^MCP client for `[^`]*` failed to start: /, '') ?? failureReason ?? 'Failed to start';
  const digest = digestOf(words);
  if (isSame(at(state.failedMcp, name), digest)) return nothing;
  return note({ ...state, failedMcp: { ...state.failedMcp, [name]: digest } }, { scope }, (origin) =>
    mcpNotice(origin, name, words),
  );
}

export function rateLimitsUpdated(
  { rateLimits }: ParamsOf<'account/rateLimits/updated'>,
  state: CodexState,
  scope: string,
): Outcome<CodexState> {
  const { announced: limits, warnings } = warningsIn(rateLimits, state.limits);
  return follow(
    { ...state, limits },
    ...warnings.map(
      ({ detail, fields }) =>
        (now: CodexState) =>
          note(now, { scope }, (origin) => notice(origin, 'rate_limit', detail, fields)),
    ),
  );
}
