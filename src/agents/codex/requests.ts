import type { Draft, PermissionDetails, ProposedChange, Question } from '../../schema/index.js';
import { withdrawn } from '../kit/drafts.js';
import { formQuestions } from '../kit/elicitation-form.js';
import { nothing, type Outcome } from '../kit/fold.js';
import { at, without } from '../kit/record.js';
import type { Cases } from '../kit/translator.js';
import {
  isToolApproval,
  type NativeRequest,
  type RequestOf,
  requestKey,
  type requestSchemas,
} from './native-requests.js';
import {
  accessDetails,
  commandDetails,
  fileDetails,
  mcpToolDetails,
  proposedChanges,
} from './permissions.js';
import { type CodexState, subAgentOf } from './state.js';

export const requestCases: Cases<CodexState, typeof requestSchemas> = {
  'item/commandExecution/requestApproval': (request, state) =>
    permission(request, state, 'command_execution', commandDetails(request, state)),

  'item/fileChange/requestApproval': (request, state) =>
    permission(request, state, 'file_change', fileDetails(request, state), proposedChanges(request, state)),

  'item/permissions/requestApproval': (request, state) =>
    permission(request, state, 'permissions', accessDetails(request, state)),

  'item/tool/requestUserInput': (request, state) =>
    question(request, state, request.params.questions.map(userInputQuestion)),

  'mcpServer/elicitation/request': (request, state) =>
    isToolApproval(request)
      ? permission(request, state, 'mcp_tool_call', mcpToolDetails(request))
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
  metadata: PermissionDetails,
  changes?: ProposedChange[],
): Outcome<CodexState> {
  const draft: Draft = {
    type: 'permission.requested',
    key: requestKey(request),
    thread: subAgentOf(state, request.params.threadId),
    action,
    metadata,
    ...(changes === undefined ? {} : { changes }),
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
