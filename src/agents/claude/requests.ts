import { z } from 'zod';
import type { Draft, Metadata, Question } from '../../schema/index.js';
import type { NativeOf } from './native.js';
import { at, type ClaudeState, type Step } from './state.js';
import { fileTools, intendedDiff, pathOf } from './tools.js';

/** The CLI asks for everything in one way: whether a tool may be used. Two of its tools are questions to the human. */

export type ToolRequest = NativeOf<'control_request/can_use_tool'>['request'];

export const APPROVE = 'approve';
export const REJECT = 'reject';

const Asked = z.object({
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

/** What `AskUserQuestion` asks; null for all other tools. */
export function questionsOf({ tool_name, input }: ToolRequest): Question[] | null {
  if (tool_name !== 'AskUserQuestion') return null;
  const parsed = Asked.safeParse(input);
  if (!parsed.success) return null;
  return parsed.data.questions.map(({ question, header, options, multiSelect }) => ({
    header,
    prompt: question,
    options,
    multi_select: multiSelect,
  }));
}

export const isPlan = ({ tool_name }: ToolRequest): boolean => tool_name === 'ExitPlanMode';

/** Whether a human must answer, whatever may be done without asking. */
export const isQuestion = (request: ToolRequest): boolean => isPlan(request) || questionsOf(request) !== null;

export function ask(
  state: ClaudeState,
  { request_id: key, request }: NativeOf<'control_request/can_use_tool'>,
): Step {
  const call = request.tool_use_id;
  return {
    state: call === undefined ? state : { ...state, asks: { ...state.asks, [call]: key } },
    drafts: [asked(state, key, request)],
  };
}

function asked(state: ClaudeState, key: string, request: ToolRequest): Draft {
  const questions = questionsOf(request);
  if (questions !== null) return { type: 'question.requested', key, questions };
  if (isPlan(request)) return { type: 'question.requested', key, questions: [planQuestion(state, request)] };
  const { tool_name, input } = request;
  return {
    type: 'permission.requested',
    key,
    action: actionOf(tool_name),
    metadata: {
      ...about(tool_name, input),
      call_id: request.tool_use_id,
      options: ['once', 'always', 'reject'],
      suggestions: request.permission_suggestions ?? [],
      ...told(request),
    },
  };
}

/** The plan is in the request where it is in a file too; else only the model's own call has it. */
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

/** What a tool is about to do. */
function about(tool: string, input: unknown): Metadata {
  const command = z.object({ command: z.string() }).safeParse(input);
  const path = pathOf(input);
  const diff = intendedDiff(tool, input);
  return {
    tool_name: tool,
    input,
    ...(command.success ? { command: command.data.command } : {}),
    ...(path === null ? {} : { paths: [path] }),
    ...(diff === null ? {} : { diff }),
  };
}

const passedOn = [
  'display_name',
  'description',
  'blocked_path',
  'decision_reason',
  'agent_id',
  'mcp_server',
] as const;

function told(request: ToolRequest): Metadata {
  return Object.fromEntries(
    passedOn.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])),
  );
}

/** The CLI withdraws a request. It does not say what kind it was; the machine drops what does not fit. */
export function withdraw(key: string): Draft[] {
  return [
    { type: 'permission.resolved', key, reply: 'cancelled' },
    { type: 'question.resolved', key, answers: null },
  ];
}

/**
 * The result of a tool says that its request is settled. Nearly always we settled it ourselves, and the machine drops
 * this; it is for requests that the CLI gave up or that something else answered.
 */
export function settle(state: ClaudeState, call: string, failed: boolean): Draft[] {
  const key = at(state.asks, call);
  if (key === undefined) return [];
  const [permission, question] = withdraw(key) as [Draft, Draft];
  return [failed ? permission : { type: 'permission.resolved', key, reply: 'once' }, question];
}

/** Denied by a rule, without asking: both ends of the request at once. */
export function denied(state: ClaudeState, native: NativeOf<'system/permission_denied'>): Draft[] {
  const { tool_name, tool_use_id, message, decision_reason, agent_id } = native;
  const key = `denied:${tool_use_id}`;
  const input = at(state.calls, tool_use_id)?.input ?? {};
  const reason = decision_reason === undefined ? {} : { decision_reason };
  const agent = agent_id === undefined ? {} : { agent_id };
  return [
    {
      type: 'permission.requested',
      key,
      action: actionOf(tool_name),
      metadata: {
        ...about(tool_name, input),
        call_id: tool_use_id,
        options: [],
        message,
        ...reason,
        ...agent,
      },
    },
    { type: 'permission.resolved', key, reply: 'reject' },
  ];
}
