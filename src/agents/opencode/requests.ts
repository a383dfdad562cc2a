import { z } from 'zod';
import type { Draft, PermissionReply, ProposedChange } from '../../schema/index.js';
import { patchSections } from '../kit/apply-patch.js';
import { GUARDED_REASON } from '../kit/edit-policy.js';
import { namesRules } from '../kit/guarded-files.js';
import { field } from '../kit/native.js';
import { at, defined } from '../kit/record.js';
import { contentOf } from './diff.js';
import { grants } from './grants.js';
import { threadOf } from './items.js';
import type { PermissionRequest, PropertiesOf, QuestionRequest } from './native.js';
import { labelOfRequest, reasonOf, scopeOf } from './request-labels.js';
import type { OpenCodeState } from './state.js';
import { toolAsking } from './tool-events.js';

const actions: Readonly<Record<string, string>> = { bash: 'command_execution', edit: 'file_change' };

/** A permission that a tool needs. The requests of sub-agents are ours to answer too. */
export function permissionAsked(state: OpenCodeState, request: PermissionRequest): Draft[] {
  const { id: key, permission, patterns, always, metadata, tool: asker } = request;
  // A tool may ask before it is reported as running: then its input is not known yet.
  const [call, tool] = toolAsking(state, asker) ?? [];
  const input = tool?.input ?? metadata;
  const asked = { tool: tool?.name ?? permission, input, request };
  const paths = pathsIn(metadata);
  const isGuarded = permission === 'edit' && paths.some(namesRules);
  const replies: PermissionReply[] =
    grants(request, request) && !isGuarded ? ['once', 'always', 'reject'] : ['once', 'reject'];
  const changes = permission === 'edit' ? changesIn(metadata, tool?.input) : [];
  return [
    {
      type: 'permission.requested',
      key,
      thread: threadOf(state, request.sessionID),
      action: at(actions, permission) ?? 'tool_use',
      metadata: {
        tool: asked.tool,
        ...labelOfRequest(asked, state),
        input,
        ...(typeof metadata.command === 'string' ? { command: metadata.command } : {}),
        ...(paths.length === 0 ? {} : { paths }),
        replies,
        ...(replies.includes('always') ? { scope: scopeOf(asked, state) } : {}),
        ...defined({
          reason: isGuarded ? GUARDED_REASON : reasonOf(request),
          call_id: call ?? asker?.callID,
        }),
        native: { permission, patterns, always },
      },
      ...(changes.length === 0 ? {} : { changes }),
    },
  ];
}

const Files = z.array(
  z.object({
    filePath: z.string(),
    movePath: z.string().nullish(),
    type: z.string().nullish(),
    patch: z.string().nullish(),
  }),
);

/** The files that a request is about: a single one by name, several in a list. */
function pathsIn({ filepath, files }: PermissionRequest['metadata']): string[] {
  const listed = Files.safeParse(files);
  if (listed.success)
    return listed.data.flatMap(({ filePath, movePath }) => [filePath, movePath ?? []].flat());
  return typeof filepath === 'string' ? [filepath] : [];
}

/**
 * The changes that an edit would make. The diff that the server brings lacks indentation, and takes a file that is added
 * for a new one even if it exists.
 */
function changesIn(
  { filepath, diff, files }: PermissionRequest['metadata'],
  input: unknown,
): ProposedChange[] {
  const listed = Files.safeParse(files);
  if (listed.success) {
    const sections = patchSections(String(field(input, 'patchText') ?? ''));
    return listed.data.map(({ filePath: path, movePath, type, patch }, i): ProposedChange => {
      if (type === 'delete') return { type: 'delete', path };
      const section = sections[i];
      if (section?.type === 'add' && path.endsWith(section.path))
        return { type: 'write', path, content: section.content };
      return changeOf(path, patch ?? '', movePath ?? undefined);
    });
  }
  if (typeof filepath !== 'string') return [];
  const content = field(input, 'content');
  if (typeof content === 'string') return [{ type: 'write', path: filepath, content }];
  return typeof diff === 'string' ? [changeOf(filepath, diff)] : [];
}

function changeOf(path: string, patch: string, movedTo?: string): ProposedChange {
  const content = contentOf(patch);
  if (content !== null) return { type: 'write', path, content };
  return { type: 'patch', path, patch, ...(movedTo === undefined ? {} : { movedTo }) };
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
