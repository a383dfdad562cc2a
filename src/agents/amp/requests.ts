import type { Draft } from '../../schema/index.js';
import { GUARDED_REASON } from '../kit/edit-policy.js';
import { namesRules } from '../kit/guarded-files.js';
import { type Roots, shortPath } from '../kit/paths.js';
import { inWords } from '../kit/title.js';
import type { Notice } from './notices.js';
import type { AmpState } from './state.js';
import { changesOf, commandOf, isEdit, labelOf, pathsOf } from './tools.js';

/** A request that reached us through the helper program. */
export function requestPermission(
  state: AmpState,
  { request, tool, input }: Extract<Notice, { type: 'permission_asked' }>,
): Draft {
  const command = commandOf(tool, input);
  const paths = pathsOf(tool, input);
  const changes = changesOf(tool, input).filter((change) => change.type !== 'touch');
  const call = callOf(state, tool, input);
  return {
    type: 'permission.requested',
    key: request,
    action: command !== null ? 'command_execution' : isEdit(tool) ? 'file_change' : 'tool_use',
    metadata: {
      tool,
      ...labelOf(tool, input, state.roots),
      input,
      ...(command === null ? {} : { command }),
      ...(paths.length === 0 ? {} : { paths }),
      ...(isEdit(tool) && paths.some(namesRules)
        ? { replies: ['once', 'reject'], reason: GUARDED_REASON }
        : {
            replies: ['once', 'always', 'reject'],
            scope: `${coverage(tool, input, state.roots)}, until the agent restarts`,
          }),
      ...(call === undefined ? {} : { call_id: call }),
      native: {},
    },
    ...(changes.length === 0 ? {} : { changes }),
  };
}

/** The key that the policy compares after `always`: the command, the files, or the whole input. */
function coverage(tool: string, input: unknown, roots: Roots): string {
  if (commandOf(tool, input) !== null) return 'this command';
  const paths = isEdit(tool) ? pathsOf(tool, input).map((path) => shortPath(path, roots)) : [];
  return paths.length === 0
    ? `the same call of ${inWords(tool)}`
    : `edits of ${paths.join(', ')} by ${inWords(tool)}`;
}

/** Amp does not tell the helper which call it is about: it is found by its tool and input. */
function callOf({ calls }: AmpState, tool: string, input: unknown): string | undefined {
  const wanted = JSON.stringify(input);
  return Object.keys(calls).find(
    (id) => calls[id]?.name === tool && JSON.stringify(calls[id]?.input) === wanted,
  );
}
