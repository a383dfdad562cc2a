import type { Draft, Metadata, Question } from '../../schema/index.js';
import { formQuestions } from '../elicitation-form.js';
import { unifiedDiff } from './diff.js';
import { placeOf } from './items.js';
import { isToolApproval, type NativeRequest, type RequestOf, requestKey } from './native-requests.js';
import type { CodexState, PendingRequest, Step } from './state.js';

/** Codex offers less than it honours where it lists what it offers at all. */
const DECISIONS = ['accept', 'acceptForSession', 'decline', 'cancel'];

/** What the agent asks of a human. */
export function requested(request: NativeRequest, state: CodexState): Step {
  const key = requestKey(request);
  const draft = draftOf(request, key, state);
  const kind: PendingRequest['kind'] = draft.type === 'question.requested' ? 'question' : 'permission';
  return {
    state: { ...state, requests: { ...state.requests, [String(request.id)]: { key, kind } } },
    drafts: [draft],
  };
}

/** The request is settled: by our own reply, which the machine knows of, or by the agent itself. */
export function resolved(id: string, state: CodexState): Step {
  const found = Object.hasOwn(state.requests, id) ? state.requests[id] : undefined;
  if (found === undefined) return { drafts: [] };
  const { [id]: _settled, ...requests } = state.requests;
  return {
    state: { ...state, requests },
    drafts: [
      found.kind === 'permission'
        ? { type: 'permission.resolved', key: found.key, reply: 'cancelled' }
        : { type: 'question.resolved', key: found.key, answers: null },
    ],
  };
}

function draftOf(request: NativeRequest, key: string, state: CodexState): Draft {
  switch (request.method) {
    case 'item/commandExecution/requestApproval':
      return permission(key, 'command_execution', commandMetadata(request, state));
    case 'item/fileChange/requestApproval':
      return permission(key, 'file_change', fileMetadata(request, state));
    case 'item/permissions/requestApproval':
      return permission(key, 'permissions', permissionsMetadata(request, state));
    case 'item/tool/requestUserInput':
      return { type: 'question.requested', key, questions: request.params.questions.map(question) };
    case 'mcpServer/elicitation/request':
      return isToolApproval(request)
        ? permission(key, 'mcp_tool_call', toolMetadata(request))
        : { type: 'question.requested', key, questions: elicited(request) };
  }
}

function elicited({ params }: RequestOf<'mcpServer/elicitation/request'>): Question[] {
  const { serverName: server, message, title, description, url, requestedSchema: schema } = params;
  return formQuestions({ server, lines: [message, title, description, url], schema });
}

function permission(key: string, action: string, metadata: Metadata): Draft {
  const told = Object.entries(metadata).filter(([, value]) => value != null);
  return { type: 'permission.requested', key, action, metadata: Object.fromEntries(told) };
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
    options: availableDecisions?.map(decisionName) ?? DECISIONS,
  };
}

function fileMetadata({ params }: RequestOf<'item/fileChange/requestApproval'>, state: CodexState): Metadata {
  const { key, callId } = placeOf(state, params, params.itemId);
  const changes = Object.hasOwn(state.changes, key) ? (state.changes[key] ?? []) : [];
  return {
    tool_name: 'apply_patch',
    call_id: callId,
    paths: changes.map(({ path, kind }) => kind.move_path ?? path),
    diff: changes.map((change) => unifiedDiff(change, state.cwd)).join(''),
    reason: params.reason,
    grant_root: params.grantRoot,
    input: { changes },
    options: DECISIONS,
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
  // The name of the tool is in the words for the human only.
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

/** A decision with something to decide about is an object under its name. */
function decisionName(decision: unknown): string {
  if (typeof decision === 'object' && decision !== null) return Object.keys(decision)[0] ?? '';
  return String(decision);
}

function question({
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
