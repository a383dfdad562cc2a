import { completed, failed, started, status } from '../kit/drafts.js';
import { notice } from '../kit/notices.js';
import { inWords } from '../kit/title.js';
import type { NativeOf } from './native.js';
import type { ClaudeState, Step } from './state.js';

/** A compaction is one item, from its begin to the message that tells how much it has saved. */

export function beginCompaction(state: ClaudeState, uuid: string): Step {
  const key = keyOf(uuid);
  return {
    state: { ...state, compacting: { key, isDone: false } },
    drafts: [started(status({ key }, 'compaction', 'Compacting the conversation'))],
  };
}

const keyOf = (uuid: string) => `compact:${uuid}`;

/** After a success, the CLI tells the details separately. */
export function endCompaction(state: ClaudeState, native: NativeOf<'system/status'>): Step {
  const key = state.compacting?.key ?? keyOf(native.uuid);
  if (native.compact_result !== 'failed')
    return { state: { ...state, compacting: { key, isDone: true } }, drafts: [] };
  const error = wordsOf(native.compact_error ?? 'unknown');
  const item = status({ key }, 'compaction', `Compaction failed: ${error}`, [
    { type: 'json', json: { error } },
  ]);
  return { state: { ...state, compacting: null }, drafts: [failed(item)] };
}

/** Some errors are codes: `too_few_groups`. */
const wordsOf = (error: string) => (/^\w+$/.test(error) ? inWords(error) : error);

export function compactBoundary(state: ClaudeState, native: NativeOf<'system/compact_boundary'>): Step {
  const { trigger, pre_tokens: before, post_tokens: after } = native.compact_metadata;
  const how = trigger === 'auto' ? 'Compacted automatically' : 'Compacted';
  const to = after === undefined ? '' : ` to ${count(after)}`;
  const key = state.compacting?.key ?? keyOf(native.uuid);
  return {
    state: {
      ...state,
      compacting: null,
      summaryDue: true,
      mainUsage: after === undefined ? null : { input_tokens: after },
    },
    drafts: [
      notice({ key }, 'compaction', `${how}: from ${count(before)}${to} tokens`, {
        trigger,
        before_tokens: before,
        ...(after === undefined ? {} : { after_tokens: after }),
      }),
    ],
  };
}

const count = (tokens: number) => tokens.toLocaleString('en');

/** A compaction that succeeded without any details. */
export function closeCompaction(state: ClaudeState): Step {
  const { compacting } = state;
  const drafts = compacting?.isDone
    ? [completed(status({ key: compacting.key }, 'compaction', 'Compacted'))]
    : [];
  return { state: { ...state, compacting: null }, drafts };
}
