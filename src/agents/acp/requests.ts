import type { Draft, PermissionDetails, ProposedChange } from '../../schema/index.js';
import { withdrawn } from '../kit/drafts.js';
import { GUARDED_REASON } from '../kit/edit-policy.js';
import { follow, nothing } from '../kit/fold.js';
import { namesRules } from '../kit/guarded-files.js';
import { at, defined, without } from '../kit/record.js';
import { elicitationQuestions } from './elicitation.js';
import type { Elicitation, FileChange, PermissionOption, PermissionRequest, ToolUpdate } from './native.js';
import { optionFor, repliesTo } from './permission-options.js';
import { type AcpState, type OpenTool, type Outcome, runOf } from './state.js';
import { textEnded } from './texts.js';
import { commandOf, labelOf, pathsOf } from './tool-labels.js';
import { isDeletion, isNew } from './tool-results.js';
import { toolCalled, toolUpdated } from './tools.js';

/** The key of a request, from the id of its message. The ids of a later process begin anew. */
export const requestKey = (id: string | number, run: string) => `${run}/request-${id}`;

/** Whether a tool changes files. */
const isEdit = ({ kind }: Pick<OpenTool, 'kind'>) => ['edit', 'delete', 'move'].includes(kind);

export function permissionAsked(before: AcpState, { id, params }: PermissionRequest): Outcome {
  const { toolCall, options } = params;
  const { toolCallId: call } = toolCall;
  const key = requestKey(id, runOf(before));
  return follow(
    before,
    (state) => toolNamed(state, toolCall),
    textEnded,
    (state) => toolCalled(state, call),
    (state) => {
      const tool = at(state.tools, call);
      if (tool === undefined) return nothing;
      return {
        state: { ...state, requests: { ...state.requests, [key]: 'permission' } },
        drafts: [permission(state, key, tool, options)],
      };
    },
  );
}

/** A request names a tool, of which some agents have not told before. Its content shows what is asked about, and is no output. */
export function toolNamed(state: AcpState, tool: ToolUpdate): Outcome {
  const content = tool.content?.filter(({ type }) => type === 'diff');
  return toolUpdated(state, { ...tool, status: null, content });
}

function permission(
  state: AcpState,
  key: string,
  tool: OpenTool,
  options: readonly PermissionOption[],
): Draft {
  const command = commandOf(tool);
  const paths = pathsOf(tool);
  const isGuarded = isEdit(tool) && paths.some(namesRules);
  const changes = tool.changes.map(proposed);
  const metadata: PermissionDetails = {
    tool: tool.name,
    ...labelOf(tool, state.roots),
    input: tool.input,
    ...defined({ command }),
    ...(paths.length === 0 ? {} : { paths }),
    ...(isGuarded
      ? { replies: repliesTo(options).filter((reply) => reply !== 'always'), reason: GUARDED_REASON }
      : { replies: repliesTo(options), ...defined({ scope: optionFor('always', options)?.name }) }),
    call_id: tool.key,
    native: { options: options.map(({ optionId, name, kind }) => ({ optionId, name, kind })) },
  };
  return {
    type: 'permission.requested',
    key,
    action: command !== null ? 'command_execution' : isEdit(tool) ? 'file_change' : 'tool_use',
    metadata,
    ...(changes.length === 0 ? {} : { changes }),
  };
}

/** The file on disk decides what would be lost, whether the agent tells the whole of it or the lines around the change. */
function proposed(change: FileChange): ProposedChange {
  const { path, oldText, newText } = change;
  if (isDeletion(change)) return { type: 'delete', path };
  if (isNew(change)) return { type: 'write', path, content: newText };
  return { type: 'replace', path, edits: [{ before: oldText!, after: newText }] };
}

export function questionAsked(before: AcpState, { id, params }: Elicitation): Outcome {
  const key = requestKey(id, runOf(before));
  return follow(before, textEnded, (state) => ({
    state: { ...state, requests: { ...state.requests, [key]: 'question' } },
    drafts: [
      {
        type: 'question.requested',
        key,
        questions: elicitationQuestions(params),
        native: defined({ mode: params.mode, url: params.url, tool_call_id: params.toolCallId }),
      },
    ],
  }));
}

/** The agent does not wait any longer. */
export function requestCancelled(state: AcpState, id: string | number): Outcome {
  const key = requestKey(id, runOf(state));
  const kind = at(state.requests, key);
  if (kind === undefined) return nothing;
  return {
    state: { ...state, requests: without(state.requests, key) as AcpState['requests'] },
    drafts: [withdrawn({ key, kind })],
  };
}
