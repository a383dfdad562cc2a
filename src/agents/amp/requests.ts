import type { Draft } from '../../schema/index.js';
import type { NativeOf } from './native.js';
import type { AmpState } from './state.js';
import { changesOf, commandOf, isEdit, pathsOf } from './tools.js';

/** Amp asks our helper program whether a tool may be used, and the helper asks us. */
export function ask(state: AmpState, { request, tool, input }: NativeOf<'greenroom.permission'>): Draft {
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

/** The helper is not told for which call it is started: it is the one that looks the same. */
function callOf({ calls }: AmpState, tool: string, input: unknown): string | undefined {
  const asked = JSON.stringify(input);
  return Object.keys(calls).find(
    (id) => calls[id]?.name === tool && JSON.stringify(calls[id]?.input) === asked,
  );
}

export function withdraw({ request }: NativeOf<'greenroom.permission_withdrawn'>): Draft {
  return { type: 'permission.resolved', key: request, reply: 'cancelled' };
}
