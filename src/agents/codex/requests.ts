import type { Draft, Metadata, Question } from '../../schema/index.js';
import { withdrawn } from '../kit/drafts.js';
import { formQuestions } from '../kit/elicitation-form.js';
import { nothing, type Outcome } from '../kit/fold.js';
import { at, defined, without } from '../kit/record.js';
import type { Cases } from '../kit/translator.js';
import { unifiedDiff } from './diff.js';
import { placeOf } from './items.js';
import {
  isToolApproval,
  type NativeRequest,
  type RequestOf,
  requestKey,
  type requestSchemas,
} from './native-requests.js';
import { type CodexState, subAgentOf } from './state.js';

/** Where Codex lists decisions, the list is shorter than what it honours. */
const decisions = ['accept', 'acceptForSession', 'decline', 'cancel'];

export const requestCases: Cases<CodexState, typeof requestSchemas> = {
  'item/commandExecution/requestApproval': (request, state) =>
    permission(request, state, 'command_execution', commandMetadata(request, state)),

  'item/fileChange/requestApproval': (request, state) =>
    permission(request, state, 'file_change', fileMetadata(request, state)),

  'item/permissions/requestApproval': (request, state) =>
    permission(request, state, 'permissions', permissionsMetadata(request, state)),

  'item/tool/requestUserInput': (request, state) =>
    question(request, state, request.params.questions.map(userInputQuestion)),

  'mcpServer/elicitation/request': (request, state) =>
    isToolApproval(request)
      ? permission(request, state, 'mcp_tool_call', toolMetadata(request))
      : question(request, state, elicitationQuestions(request)),
};

/** A request is over: by our own reply, which the machine knows of, or by the agent itself. */
export function requestResolved(id: string, state: CodexState): Outcome<CodexState> {
  const request = at(state.requests, id);
  if (request === undefined) return nothing;
  return { state: { ...state, requests: without(state.requests, id) }, drafts: [withdrawn(request)] };
}

type Message = NativeRequest['message'];

function permission(
  request: Message,
  state: CodexState,
  action: string,
  metadata: Metadata,
): Outcome<CodexState> {
  const key = requestKey(request);
  const draft: Draft = {
    type: 'permission.requested',
    key,
    thread: subAgentOf(state, request.params.threadId),
    action,
    metadata: defined(metadata),
  };
  return { state: pending(state, request, 'permission'), drafts: [draft] };
}

function question(request: Message, state: CodexState, questions: Question[]): Outcome<CodexState> {
  const thread = subAgentOf(state, request.params.threadId);
  const draft: Draft = { type: 'question.requested', key: requestKey(request), thread, questions };
  return { state: pending(state, request, 'question'), drafts: [draft] };
}

function pending(state: CodexState, request: Message, kind: 'permission' | 'question'): CodexState {
  const entry = { key: requestKey(request), kind };
  return { ...state, requests: { ...state.requests, [String(request.id)]: entry } };
}

function commandMetadata(
  { params }: RequestOf<'item/commandExecution/requestApproval'>,
  state: CodexState,
): Metadata {
  const { command, cwd, reason, networkApprovalContext, additionalPermissions, availableDecisions } = params;
  return {
    tool_name: 'shell',
    call_id: placeOf(state, params, params.itemId).callId,
    command,
    cwd,
    reason,
    network: networkApprovalContext,
    permissions: additionalPermissions,
    input: { command, cwd },
    options: availableDecisions?.map(decisionName) ?? decisions,
  };
}

function fileMetadata({ params }: RequestOf<'item/fileChange/requestApproval'>, state: CodexState): Metadata {
  const { key, callId } = placeOf(state, params, params.itemId);
  const changes = at(state.changes, key) ?? [];
  return {
    tool_name: 'apply_patch',
    call_id: callId,
    paths: changes.map(({ path, kind }) => kind.move_path ?? path),
    diff: changes.map((change) => unifiedDiff(change, state.cwd)).join(''),
    reason: params.reason,
    grant_root: params.grantRoot,
    input: { changes },
    options: decisions,
  };
}

function permissionsMetadata(
  { params }: RequestOf<'item/permissions/requestApproval'>,
  state: CodexState,
): Metadata {
  const { permissions, cwd, reason } = params;
  return {
    tool_name: 'request_permissions',
    call_id: placeOf(state, params, params.itemId).callId,
    permissions,
    cwd,
    reason,
    input: permissions,
    options: ['turn', 'session'],
  };
}

function toolMetadata({ params }: RequestOf<'mcpServer/elicitation/request'>): Metadata {
  const { tool_params: input, tool_title, tool_description } = params._meta ?? {};
  // The name of the tool is only in the message for the human.
  const tool = /tool "([^"]+)"/.exec(params.message ?? '')?.[1];
  return {
    tool_name: `mcp:${params.serverName}${tool === undefined ? '' : `.${tool}`}`,
    server: params.serverName,
    reason: params.message,
    title: tool_title,
    description: tool_description,
    input,
    options: ['accept', 'decline', 'cancel'],
  };
}

/** A decision with parameters is an object under its name. */
function decisionName(decision: unknown): string {
  if (typeof decision === 'object' && decision !== null) return Object.keys(decision)[0] ?? '';
  return String(decision);
}

function elicitationQuestions({ params }: RequestOf<'mcpServer/elicitation/request'>): Question[] {
  const { serverName: server, message, title, description, url, requestedSchema: schema } = params;
  return formQuestions({ server, lines: [message, title, description, url], schema });
}

function userInputQuestion({
  header,
  question: prompt,
  options,
}: RequestOf<'item/tool/requestUserInput'>['params']['questions'][number]): Question {
  return {
    header,
    prompt,
    options: (options ?? []).map(({ label, description }) => ({ label, description: description ?? '' })),
    multi_select: false,
  };
}
