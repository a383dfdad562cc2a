import { z } from 'zod';
import type { Draft, Metadata } from '../../schema/index.js';
import { unifiedDiff } from './diff.js';
import { whose } from './items.js';
import type { PropertiesOf } from './native.js';
import type { OpenCodeState } from './state.js';
import { toolAsking } from './tool-events.js';

const actions: Readonly<Record<string, string>> = { bash: 'command_execution', edit: 'file_change' };

/** What a tool wants to do, asked of a human. A sub-agent's requests are ours to answer too. */
export function permissionAsked(state: OpenCodeState, asked: PropertiesOf<'permission.asked'>): Draft[] {
  const { id: key, permission, patterns, always, metadata, tool: asker } = asked;
  // It may ask before it is said to run: then its input is not told yet.
  const [call, tool] = toolAsking(state, asker) ?? [];
  const { command, diff } = metadata;
  const told: Metadata = {
    tool_name: tool?.name ?? permission,
    call_id: call ?? asker?.callID,
    permission,
    patterns,
    input: tool?.input ?? metadata,
    ...(typeof command === 'string' ? { command } : {}),
    paths: pathsIn(metadata),
    ...(typeof diff === 'string' ? { diff: unifiedDiff(diff, state.directory) } : {}),
    options: ['once', 'always', 'reject'],
    always,
    ...whose(state, asked.sessionID),
  };
  const action = Object.hasOwn(actions, permission) ? actions[permission]! : 'tool_use';
  const known = Object.entries(told).filter(([, value]) => value !== undefined);
  return [{ type: 'permission.requested', key, action, metadata: Object.fromEntries(known) }];
}

const Files = z.array(z.object({ filePath: z.string() }));

/** The files that it is about: one by its name, several in a list. */
function pathsIn({ filepath, files }: Metadata): string[] | undefined {
  const listed = Files.safeParse(files);
  if (listed.success) return listed.data.map(({ filePath }) => filePath);
  return typeof filepath === 'string' ? [filepath] : undefined;
}

export function questionAsked({ id: key, questions }: PropertiesOf<'question.asked'>): Draft[] {
  const asked = questions.map(({ question, header, options, multiple }) => ({
    header: header ?? '',
    prompt: question,
    options: (options ?? []).map(({ label, description }) => ({ label, description: description ?? '' })),
    multi_select: multiple ?? false,
  }));
  return [{ type: 'question.requested', key, questions: asked }];
}

/** The request is settled: by our own reply, which the machine knows of, or by another client. */
export function permissionReplied({ requestID: key, reply }: PropertiesOf<'permission.replied'>): Draft[] {
  return [{ type: 'permission.resolved', key, reply }];
}

export function questionReplied(key: string, answers: string[][] | null): Draft[] {
  return [{ type: 'question.resolved', key, answers }];
}
