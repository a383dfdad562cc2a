import type { Metadata, PermissionDetails, PermissionReply, ProposedChange } from '../../schema/index.js';
import { GUARDED_REASON } from '../kit/edit-policy.js';
import { namesRules } from '../kit/guarded-files.js';
import { field } from '../kit/native.js';
import { shortPath } from '../kit/paths.js';
import { at, defined } from '../kit/record.js';
import { titleOf } from '../kit/title.js';
import { patchLabel, proposedChange } from './diff.js';
import { placeOf } from './items.js';
import type { NativeChange } from './native-items.js';
import { mcpToolOf, type RequestOf } from './native-requests.js';
import { scriptIn } from './shell.js';
import type { CodexState } from './state.js';
import { commandLabel, mcpLabel, mcpToolName } from './tools.js';

/** The permissions that Codex asks for, in the words of all agents. */

const always = (what: string) => ({
  replies: ['once', 'always', 'reject'] as PermissionReply[],
  scope: `${what}, for the rest of this session`,
});
const notAlways = (...replies: PermissionReply[]) => ({ replies });

type CommandRequest = RequestOf<'item/commandExecution/requestApproval'>;

export function commandDetails({ params }: CommandRequest, state: CodexState): PermissionDetails {
  const { command, cwd, reason, networkApprovalContext: network } = params;
  const script = command == null ? undefined : scriptIn(command);
  const host = field(network, 'host');
  const isAccess = typeof host === 'string';
  return {
    tool: 'shell',
    ...(isAccess ? { kind: 'fetch', title: titleOf('fetch', host, 'Network') } : commandLabel(command ?? '')),
    input: defined({ command, cwd }),
    ...defined({ command: script, reason }),
    ...commandReplies(params, isAccess ? `network access to ${host}` : 'this command in this folder'),
    call_id: placeOf(state, params, params.itemId).callId,
    native: defined({
      cwd,
      network,
      permissions: params.additionalPermissions,
      available_decisions: params.availableDecisions,
    }),
  };
}

/** Where Codex lists decisions, it leaves out some that it honours: acceptance for the session, and declining. */
function commandReplies({ availableDecisions: decisions }: CommandRequest['params'], what: string) {
  const canAccept = decisions == null || decisions.includes('accept');
  return canAccept ? always(what) : notAlways('reject');
}

type FileRequest = RequestOf<'item/fileChange/requestApproval'>;

export function fileDetails({ params }: FileRequest, state: CodexState): PermissionDetails {
  const changes = changesOf(params, state);
  const paths = changes.map(({ path, kind }) => kind.move_path ?? path);
  return {
    tool: 'apply_patch',
    ...patchLabel(changes, state.roots),
    input: { changes },
    ...(paths.length === 0 ? {} : { paths }),
    ...defined({ reason: params.reason }),
    ...(paths.some(namesRules)
      ? { ...notAlways('once', 'reject'), reason: GUARDED_REASON }
      : always(paths.length === 1 ? 'changes to this file' : 'changes to these files')),
    call_id: placeOf(state, params, params.itemId).callId,
    native: defined({ grant_root: params.grantRoot }),
  };
}

export function proposedChanges({ params }: FileRequest, state: CodexState): ProposedChange[] {
  return changesOf(params, state).map((change) => proposedChange(change, state.roots));
}

/** The request does not repeat the patch. */
function changesOf(params: FileRequest['params'], state: CodexState): readonly NativeChange[] {
  return at(state.changes, placeOf(state, params, params.itemId).key) ?? [];
}

/** The model asks for more access than its sandbox gives. There is no item for the call. */
export function accessDetails(
  { params }: RequestOf<'item/permissions/requestApproval'>,
  state: CodexState,
): PermissionDetails {
  const { permissions, cwd, reason } = params;
  const { words, paths } = accessIn(permissions, state);
  return {
    tool: 'request_permissions',
    kind: 'other',
    title: titleOf('other', words, 'More access'),
    input: permissions,
    ...(paths.length === 0 ? {} : { paths }),
    ...defined({ reason }),
    ...always('this access'),
    native: defined({ cwd }),
  };
}

function accessIn({ fileSystem, network }: Metadata, { roots }: CodexState) {
  const write = pathsIn(fileSystem, 'write');
  const read = pathsIn(fileSystem, 'read');
  const named = (verb: string, paths: string[]) =>
    paths.length === 0 ? [] : [`${verb} ${paths.map((path) => shortPath(path, roots)).join(', ')}`];
  const words = [
    ...named('Write to', write),
    ...named('Read', read),
    ...(field(network, 'enabled') === true ? ['Network access'] : []),
  ];
  return { words: words.join('; '), paths: [...new Set([...write, ...read])] };
}

/** Codex is about to replace the lists of paths by one list of entries; today it sends both. */
function pathsIn(fileSystem: unknown, access: 'read' | 'write'): string[] {
  const entries = listIn(fileSystem, 'entries').filter((entry) => field(entry, 'access') === access);
  const paths = [
    ...listIn(fileSystem, access),
    ...entries.map((entry) => field(field(entry, 'path'), 'path')),
  ];
  return [...new Set(paths.filter((path) => typeof path === 'string'))];
}

function listIn(value: unknown, name: string): unknown[] {
  const list = field(value, name);
  return Array.isArray(list) ? list : [];
}

export function mcpToolDetails(request: RequestOf<'mcpServer/elicitation/request'>): PermissionDetails {
  const { serverName: server, message, _meta } = request.params;
  const { tool_params: input, tool_title, tool_description, persist } = _meta ?? {};
  const tool = mcpToolOf(request);
  return {
    tool: mcpToolName(server, tool),
    ...mcpLabel(server, tool),
    input,
    ...(persist?.includes('session')
      ? always(`${tool === null ? 'this tool' : `the tool ${tool}`} of ${server}`)
      : notAlways('once', 'reject')),
    native: defined({ server, message, tool_title, tool_description }),
  };
}
