import { parseArgs } from 'node:util';

/** Reported by `ready` and `--version`. */
export const VERSION = '1.1.0';

export interface Options {
  version: boolean;
  session: string;
  /** The native id of the conversation to resume. */
  resume: string | null;
  /** The folder for conversations; without it nothing is saved. */
  state: string | null;
  model: string;
  effort: string | null;
  mode: string;
  permissionMode: string;
}

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    // Unknown arguments must not prevent the start.
    strict: false,
    options: {
      version: { type: 'boolean' },
      session: { type: 'string' },
      resume: { type: 'string' },
      state: { type: 'string' },
      model: { type: 'string' },
      effort: { type: 'string' },
      mode: { type: 'string' },
      'permission-mode': { type: 'string' },
    },
  });
  const text = (name: string): string | null => {
    const value = values[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const model = text('model') ?? 'mock-1';
  return {
    version: values.version === true,
    session: text('session') ?? 'local',
    resume: text('resume'),
    state: text('state'),
    model,
    effort: text('effort') ?? (model === 'mock-1' ? 'medium' : null),
    mode: text('mode') ?? 'build',
    permissionMode: text('permission-mode') ?? 'default',
  };
}
