import { z } from 'zod';
import type { Draft, Metadata, ProposedChange, Question } from '../../schema/index.js';
import { withdrawn } from '../kit/drafts.js';
import { at, defined, without } from '../kit/record.js';
import { ruleFor, scopeOf } from './always.js';
import { changeOf, fileTools, pathOf } from './changes.js';
import { elicitationQuestions } from './elicitation.js';
import type { NativeOf } from './native.js';
import { type ClaudeState, MAIN, type OpenRequest, type Step } from './state.js';
import { inThread, threadOfCall } from './threads.js';
import { labelOf } from './tool-labels.js';

/** The CLI has one kind of request: may this tool be used? Two of its tools are in fact questions to the human. */

export type ToolRequest = NativeOf<'control_request/can_use_tool'>['request'];

export const APPROVE = 'approve';
export const REJECT = 'reject';

const AskUserQuestionInput = z.object({
  questions: z
    .array(
      z.object({
        question: z.string(),
        header: z.string().default(''),
        options: z.array(z.object({ label: z.string(), description: z.string().default('') })).default([]),
        multiSelect: z.boolean().default(false),
      }),
    )
    .min(1),
});

/** The questions of `AskUserQuestion`; null for every other tool. */
export function questionsOf({ tool_name, input }: ToolRequest): Question[] | null {
  if (tool_name !== 'AskUserQuestion') return null;
  const parsed = AskUserQuestionInput.safeParse(input);
  if (!parsed.success) return null;
  return parsed.data.questions.map(({ question, header, options, multiSelect }) => ({
    header,
    prompt: question,
    options,
    multi_select: multiSelect,
  }));
}

export const isPlan = ({ tool_name }: ToolRequest): boolean => tool_name === 'ExitPlanMode';

/** Whether a human must answer, whatever the permission mode. */
export const isQuestion = (request: ToolRequest): boolean => isPlan(request) || questionsOf(request) !== null;

export function requestTool(
  state: ClaudeState,
  { request_id: key, request }: NativeOf<'control_request/can_use_tool'>,
): Step {
  const thread = threadOfCall(state, request.tool_use_id, request.agent_id);
  const draft = draftOf(state, key, request);
  return inThread(thread, addRequest(state, key, draft, request.tool_use_id ?? null, thread), state);
}

export function requestElicitation(
  state: ClaudeState,
  { request_id: key, request }: NativeOf<'control_request/elicitation'>,
): Step {
  return addRequest(state, key, {
    type: 'question.requested',
    key,
    questions: elicitationQuestions(request),
  });
}

function addRequest(
  state: ClaudeState,
  key: string,
  draft: Draft,
  call: string | null = null,
  thread = MAIN,
): Step {
  const kind = draft.type === 'question.requested' ? 'question' : 'permission';
  const request: OpenRequest = { kind, call, thread };
  const requests = { ...state.requests, [key]: request };
  return { state: { ...state, requests }, drafts: [draft] };
}

function draftOf(state: ClaudeState, key: string, request: ToolRequest): Draft {
  const questions = isPlan(request) ? [planQuestion(state, request)] : questionsOf(request);
  if (questions !== null) return { type: 'question.requested', key, questions, native: nativeOf(request) };
  const { tool_name: tool, tool_use_id: call_id, input, decision_reason: reason } = request;
  const rule = ruleFor(request);
  return {
    type: 'permission.requested',
    key,
    action: actionOf(tool),
    metadata: {
      ...describeTool(state, tool, input),
      replies: rule === null ? ['once', 'reject'] : ['once', 'always', 'reject'],
      ...(rule === null ? {} : { scope: scopeOf(rule, state.roots) }),
      ...(reason === undefined ? {} : { reason }),
      call_id,
      native: nativeOf(request),
    },
    ...proposed(tool, input),
  };
}

/** The request contains the plan only if the model wrote it to a file; otherwise the tool call does. */
function planQuestion(state: ClaudeState, { input, tool_use_id = '' }: ToolRequest): Question {
  const plan = planIn(input) ?? planIn(at(state.calls, tool_use_id)?.input) ?? 'Leave plan mode?';
  return {
    header: 'Plan',
    prompt: plan,
    options: [
      { label: APPROVE, description: 'Carry out the plan' },
      { label: REJECT, description: 'Go on planning' },
    ],
    multi_select: false,
  };
}

function planIn(input: unknown): string | null {
  const parsed = z.object({ plan: z.string().min(1) }).safeParse(input);
  return parsed.success ? parsed.data.plan : null;
}

function actionOf(tool: string): string {
  if (tool === 'Bash') return 'command_execution';
  return fileTools.has(tool) ? 'file_change' : 'tool_use';
}

/** Metadata by which a human can decide. */
function describeTool({ roots }: ClaudeState, tool: string, input: unknown) {
  const label = labelOf(tool, input, roots);
  const command = z.object({ command: z.string() }).safeParse(input).data?.command;
  const path = pathOf(input);
  return {
    tool,
    ...label,
    input,
    ...(label.kind === 'execute' && command !== undefined ? { command } : {}),
    ...(path === null ? {} : { paths: [path] }),
  };
}

function proposed(tool: string, input: unknown): { changes?: ProposedChange[] } {
  const change = changeOf(tool, input);
  return change === null ? {} : { changes: [change] };
}

const nativeFields = [
  'display_name',
  'description',
  'blocked_path',
  'agent_id',
  'mcp_server',
  'permission_suggestions',
] as const;

function nativeOf(request: ToolRequest): Metadata {
  return Object.fromEntries(
    nativeFields.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])),
  );
}

export function withdraw(state: ClaudeState, key: string): Step | readonly Draft[] {
  const request = at(state.requests, key);
  if (request === undefined) return [];
  const drafts = [withdrawn({ key, kind: request.kind })];
  return { state: { ...state, requests: without(state.requests, key) }, drafts };
}

/** The open request for a tool call. */
export function requestFor(state: ClaudeState, call: string): ({ key: string } & OpenRequest) | null {
  const key = Object.keys(state.requests).find((each) => state.requests[each]?.call === call);
  return key === undefined ? null : { key, ...state.requests[key]! };
}

/**
 * A tool's result implies that its request is resolved. Usually a client resolved it, and the session machine drops this
 * draft; it matters for requests that the CLI abandoned or resolved by other means.
 */
export function resolvedByResult({ key, kind }: { key: string } & OpenRequest, failed: boolean): Draft {
  if (kind === 'permission' && !failed) return { type: 'permission.resolved', key, reply: 'once' };
  return withdrawn({ key, kind });
}

/** A rule denied the tool without asking: the request and its resolution at once. */
export function denied(state: ClaudeState, native: NativeOf<'system/permission_denied'>): Step {
  const { tool_name, tool_use_id, message, decision_reason, agent_id } = native;
  const key = `denied:${tool_use_id}`;
  const input = at(state.calls, tool_use_id)?.input ?? {};
  const drafts: Draft[] = [
    {
      type: 'permission.requested',
      key,
      action: actionOf(tool_name),
      metadata: {
        ...describeTool(state, tool_name, input),
        replies: [],
        reason: decision_reason ?? message,
        call_id: tool_use_id,
        native: defined({ message, agent_id }),
      },
      ...proposed(tool_name, input),
    },
    { type: 'permission.resolved', key, reply: 'reject' },
  ];
  return inThread(threadOfCall(state, tool_use_id, agent_id), drafts, state);
}
