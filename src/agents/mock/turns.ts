import type { DraftOf, Metadata, ReportedUsage } from '../../schema/index.js';
import { agentCommands } from '../kit/agent-commands.js';
import type { NativeOf, Spent } from './native.js';

const outcomes = { ok: 'completed', interrupted: 'interrupted', failed: 'error' } as const;

export function sessionMetadata(ready: NativeOf<'ready'>): Metadata {
  const { version, model, effort, mode, permission_mode, cwd, protocol, resumed, messages } = ready;
  const native = { protocol, resumed, messages };
  const known = { version, model, variant: effort, mode, permission_mode, cwd, native };
  return ready.commands === undefined ? known : { ...known, commands: commandsOf(ready.commands) };
}

const commandsOf = (commands: NonNullable<NativeOf<'ready'>['commands']>) =>
  agentCommands(commands.map(({ word, usage, help }) => ({ name: word, description: help, hint: usage })));

export function turnEnded(native: NativeOf<'turn_ended'>): DraftOf<'turn.ended'> {
  const { turn, outcome, model, spent, window, cost, ms } = native;
  return {
    type: 'turn.ended',
    outcome: outcomes[outcome],
    ...(turn === null ? {} : { turn }),
    metadata: {
      model,
      usage: usageOf(spent),
      ...(window && { context: { used_tokens: window.filled, window_tokens: window.size } }),
      cost_usd: cost,
      duration_ms: ms,
    },
  };
}

function usageOf({ fresh, cache_hits, cache_writes, answer, thinking }: Spent): ReportedUsage {
  return {
    input_tokens: fresh + cache_hits + cache_writes,
    cached_tokens: cache_hits,
    cache_write_tokens: cache_writes,
    output_tokens: answer + thinking,
    reasoning_tokens: thinking,
  };
}
