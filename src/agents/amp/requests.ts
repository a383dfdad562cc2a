import type { Draft } from '../../schema/index.js';
import type { Notice } from './notices.js';
import type { AmpState } from './state.js';
import { changesOf, commandOf, isEdit, pathsOf } from './tools.js';

/** A request that reached us through the helper program. */
export function requestPermission(
  state: AmpState,
  { request, tool, input }: Extract<Notice, { type: 'permission_asked' }>,
): Draft {
  const command = commandOf(tool, input);
  const paths = pathsOf(tool, input);
  const diff = changesOf(tool, input)
    .map(({ diff = '' }) => diff)
    .join('');
  const call = callOf(state, tool, input);
  return {
    type: 'permission.requested',
    key: request,
    action: command !== null ? 'command_execution' : isEdit(tool) ? 'file_change' : 'tool_use',
    metadata: {
      tool_name: tool,
      input,
      ...(command === null ? {} : { command }),
      ...(paths.length === 0 ? {} : { paths }),
      ...(diff === '' ? {} : { diff }),
      ...(call === undefined ? {} : { call_id: call }),
      options: ['once', 'always', 'reject'],
    },
  };
}

/** Amp does not tell the helper which call it is about: it is found by its tool and input. */
function callOf({ calls }: AmpState, tool: string, input: unknown): string | undefined {
  const wanted = JSON.stringify(input);
  return Object.keys(calls).find(
    (id) => calls[id]?.name === tool && JSON.stringify(calls[id]?.input) === wanted,
  );
}
