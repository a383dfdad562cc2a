import { z } from 'zod';
import type { Draft, Metadata } from '../../schema/index.js';
import { at, defined } from '../kit/record.js';
import { unifiedDiff } from './diff.js';
import { threadOf } from './items.js';
import type { PermissionRequest, PropertiesOf, QuestionRequest } from './native.js';
import type { OpenCodeState } from './state.js';
import { toolAsking } from './tool-events.js';

const actions: Readonly<Record<string, string>> = { bash: 'command_execution', edit: 'file_change' };

/** A permission that a tool needs. The requests of sub-agents are ours to answer too. */
export function permissionAsked(state: OpenCodeState, request: PermissionRequest): Draft[] {
  const { id: key, permission, patterns, always, metadata, tool: asker } = request;
  // A tool may ask before it is reported as running: then its input is not known yet.
  const [call, tool] = toolAsking(state, asker) ?? [];
  const { command, diff } = metadata;
  const details = defined({
    tool_name: tool?.name ?? permission,
    call_id: call ?? asker?.callID,
    permission,
    patterns,
    input: tool?.input ?? metadata,
    command: typeof command === 'string' ? command : null,
    paths: pathsIn(metadata),
    diff: typeof diff === 'string' ? unifiedDiff(diff, state.directory) : null,
    options: ['once', 'always', 'reject'],
    always,
  });
  const action = at(actions, permission) ?? 'tool_use';
  const thread = threadOf(state, request.sessionID);
  return [{ type: 'permission.requested', key, thread, action, metadata: details }];
}

const Files = z.array(z.object({ filePath: z.string() }));

/** The files that a request is about: a single one by name, several in a list. */
function pathsIn({ filepath, files }: Metadata): string[] | null {
  const listed = Files.safeParse(files);
  if (listed.success) return listed.data.map(({ filePath }) => filePath);
  return typeof filepath === 'string' ? [filepath] : null;
}

export function questionAsked(
  state: OpenCodeState,
  { id: key, sessionID, questions }: QuestionRequest,
): Draft[] {
  const asked = questions.map(({ question, header, options, multiple }) => ({
    header: header ?? '',
    prompt: question,
    options: (options ?? []).map(({ label, description }) => ({ label, description: description ?? '' })),
    multi_select: multiple ?? false,
  }));
  return [{ type: 'question.requested', key, thread: threadOf(state, sessionID), questions: asked }];
}

/** A request was settled: by our own reply, which the machine knows of, or by another client. */
export function permissionReplied({ requestID: key, reply }: PropertiesOf<'permission.replied'>): Draft[] {
  return [{ type: 'permission.resolved', key, reply }];
}

export function questionReplied(key: string, answers: string[][] | null): Draft[] {
  return [{ type: 'question.resolved', key, answers }];
}
