import type { Draft } from '../../schema/index.js';
import { started, status } from '../kit/drafts.js';
import { mcpNotice, modelNotice, notice, plan } from '../kit/notices.js';
import type { NativeOf } from './native.js';

const states = { open: 'pending', active: 'in_progress', done: 'completed' } as const;

const originOf = ({ block, agent }: { block: string; agent?: string | undefined }) => ({
  key: block,
  id: block,
  thread: agent,
});

export function checklist(native: NativeOf<'checklist'>): Draft {
  const entries = native.tasks.map(({ text, state, important }) => ({
    content: text,
    status: states[state],
    ...(important === undefined ? {} : { priority: important ? 'high' : 'low' }),
  }));
  return plan(originOf(native), entries);
}

export function modelChanged(native: NativeOf<'model_changed'>): Draft {
  return modelNotice(originOf(native), native.model);
}

export function serverFailed(native: NativeOf<'server_failed'>): Draft {
  return mcpNotice(originOf(native), native.server, native.error);
}

export function compaction(native: NativeOf<'compaction'>): Draft {
  const { requested, size, reduced_to } = native;
  const fields = { trigger: requested ? 'manual' : 'auto', before_tokens: size };
  if (reduced_to === null) {
    return started(status(originOf(native), 'compaction', 'Compacting', [{ type: 'json', json: fields }]));
  }
  const detail = `Compacted from ${size} to ${reduced_to} tokens`;
  return notice(originOf(native), 'compaction', detail, { ...fields, after_tokens: reduced_to });
}

export function limitWarning(native: NativeOf<'limit_warning'>): Draft {
  const resets_at = new Date(native.resets * 1000).toISOString();
  const detail = `${native.percent}% of the limit is used; it resets at ${resets_at}`;
  return notice(originOf(native), 'rate_limit', detail, { used_percent: native.percent, resets_at });
}
