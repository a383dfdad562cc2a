import type { Draft } from '../../schema/index.js';
import { completed, started } from '../kit/drafts.js';
import { statusItem } from './items.js';
import type { NativeOf } from './native.js';
import type { ClaudeState, Step } from './state.js';

/** Status messages of the CLI. Most are completed items from the start, so the end of a turn does not cut them off. */

export function translateStatus(state: ClaudeState, native: NativeOf<'system/status'>): Step {
  const { uuid, status, permissionMode, compact_result, compact_error } = native;
  if (status === 'compacting') {
    const key = `compact:${uuid}`;
    return {
      state: { ...state, compacting: key },
      drafts: [started(statusItem({ key, label: 'compacting' }))],
    };
  }
  const drafts: Draft[] = [];
  if (permissionMode !== undefined)
    drafts.push(completed(statusItem({ key: uuid, label: 'permission_mode', detail: permissionMode })));
  if (compact_result === undefined) return { state, drafts };
  const key = state.compacting ?? `compact:${uuid}`;
  const detail = compact_error ?? compact_result;
  const failed = compact_result === 'failed';
  drafts.push(completed(statusItem({ key, label: 'compacting', detail, failed })));
  return { state: { ...state, compacting: null }, drafts };
}

/** If a rejected limit ends the turn, the CLI reports that as a separate error. */
export function rateLimit({ uuid, rate_limit_info: info }: NativeOf<'rate_limit_event'>): Draft[] {
  if (info.status === 'allowed') return [];
  const parts = [info.rateLimitType, info.status];
  if (info.utilization !== undefined) parts.push(`${Math.round(info.utilization * 100)} % used`);
  if (info.resetsAt !== undefined) parts.push(`resets at ${new Date(info.resetsAt * 1000).toISOString()}`);
  const detail = parts.filter((part) => part !== undefined).join(', ');
  return [
    completed(statusItem({ key: uuid, label: 'rate_limit', detail, failed: info.status === 'rejected' })),
  ];
}

export function retry(native: NativeOf<'system/api_retry'>): Draft {
  const { attempt, max_retries, retry_delay_ms, error_status, error } = native;
  const status = error_status == null ? {} : { status: error_status };
  const delay = Math.round(retry_delay_ms);
  return {
    type: 'error',
    message: `The API request failed (${error_status ?? 'no response'}, ${error}): retry ${attempt} of ${max_retries} in ${delay} ms`,
    code: error,
    details: { retryable: true, attempt, max_retries, retry_delay_ms: delay, ...status },
  };
}

export function compactBoundary({ uuid, compact_metadata }: NativeOf<'system/compact_boundary'>): Draft {
  const { trigger, pre_tokens, post_tokens } = compact_metadata;
  const after = post_tokens === undefined ? '' : ` to ${post_tokens}`;
  const detail = `${trigger}: from ${pre_tokens}${after} tokens`;
  return completed({ ...statusItem({ key: uuid, label: 'compacted', detail }), kind: 'system' });
}
