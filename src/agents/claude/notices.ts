import type { Draft } from '../../schema/index.js';
import { notice } from '../kit/notices.js';
import { defined } from '../kit/record.js';
import { inWords } from '../kit/title.js';
import { permissionModeOf } from './arguments.js';
import { beginCompaction, endCompaction } from './compaction.js';
import type { NativeOf } from './native.js';
import type { ClaudeState, Step } from './state.js';

export function translateStatus(state: ClaudeState, native: NativeOf<'system/status'>): Step {
  const { uuid, status, permissionMode: mode, compact_result } = native;
  if (status === 'compacting') return beginCompaction(state, uuid);
  if (compact_result !== undefined) return endCompaction(state, native);
  // A mode that we have requested is announced already.
  if (mode === undefined || mode === state.permissionMode) return { state, drafts: [] };
  return { state: { ...state, permissionMode: mode }, drafts: [modeNotice(state, uuid, mode)] };
}

/** The CLI has changed its mode by itself, for example after an approved plan. */
function modeNotice({ settings }: ClaudeState, uuid: string, mode: string): Draft {
  const permission_mode = permissionModeOf(mode, settings);
  const isLeft = settings?.agentMode === 'plan' && mode !== 'plan';
  const fields = { ...(isLeft ? { mode: 'default' } : {}), permission_mode };
  return notice({ key: uuid }, 'settings', `permissions: ${permission_mode}`, fields);
}

const windows: ReadonlyMap<string, number> = new Map([
  ['five_hour', 5 * 60],
  ['seven_day', 7 * 24 * 60],
]);

/** If a rejected limit ends the turn, the CLI reports that as a separate error. */
export function rateLimit({ uuid, rate_limit_info: info }: NativeOf<'rate_limit_event'>): Draft[] {
  if (info.status === 'allowed') return [];
  const { rateLimitType: type = 'usage', utilization, resetsAt } = info;
  const reached = info.status === 'rejected';
  const limit = `${inWords(type)} limit`;
  const percent = utilization === undefined ? undefined : Math.round(utilization * 100);
  const resets = resetsAt === undefined ? undefined : new Date(resetsAt * 1000).toISOString();
  const used = percent === undefined ? `The ${limit} is close` : `${percent}% of the ${limit} are used`;
  const words = reached ? `The ${limit} is reached` : used;
  const detail = resets === undefined ? words : `${words}; it resets at ${resets}`;
  const fields = { used_percent: percent, window_minutes: windows.get(type), resets_at: resets };
  return [notice({ key: uuid }, 'rate_limit', detail, { reached, ...defined(fields) })];
}
