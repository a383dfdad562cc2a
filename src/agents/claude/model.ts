import { z } from 'zod';
import { modelNotice, notice } from '../kit/notices.js';
import type { NativeOf } from './native.js';
import type { ClaudeState, Step } from './state.js';

/**
 * Whether two names mean the same model. The CLI may add the size of the context, `claude-opus-4-8[1m]`, the API a date,
 * `claude-haiku-4-5-20251001`, and other platforms a prefix and a version, `us.anthropic.claude-haiku-4-5-20251001-v1:0`.
 */
export function isSameModel(one: string, other: string): boolean {
  return one === other || baseOf(one) === baseOf(other);
}

const baseOf = (name: string) => /claude-.+?(?=-20\d{6}|-v\d+|[@:[]|$)/.exec(name)?.[0] ?? name;

/** The model of a message, by the name that the CLI uses. */
export function answeringModel({ model }: ClaudeState, answeredBy: string): string {
  return model !== null && isSameModel(model, answeredBy) ? model : answeredBy;
}

/** The CLI has switched by itself, for this turn or for good. */
export function switchModel(
  state: ClaudeState,
  {
    uuid,
    fallback_model: model,
    content,
  }: Pick<NativeOf<'system/model_fallback'>, 'uuid' | 'fallback_model' | 'content'>,
): Step {
  return {
    state: { ...state, model },
    drafts: [notice({ key: uuid }, 'model', content || model, { model })],
  };
}

const AppliedSettings = z.object({ applied: z.object({ model: z.string() }) });

/** The model in the CLI's report of its settings; null if a response is none. */
export function appliedModel(response: unknown): string | null {
  return AppliedSettings.safeParse(response).data?.applied.model ?? null;
}

/** The model in use as the CLI reports it after a command of the user's. */
export function reportModel(state: ClaudeState, request: string, model: string): Step {
  if (state.model === model) return { state, drafts: [] };
  return { state: { ...state, model }, drafts: [modelNotice({ key: `model:${request}` }, model)] };
}
