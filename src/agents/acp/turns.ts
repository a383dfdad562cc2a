import type { ErrorCategory, TurnOutcome } from '../../schema/index.js';
import { withdrawn } from '../kit/drafts.js';
import { categoryOfMessage, categoryOfStatus } from '../kit/error-category.js';
import { follow, nothing } from '../kit/fold.js';
import { field } from '../kit/native.js';
import { defined } from '../kit/record.js';
import type { CallError, PromptResult } from './native.js';
import type { NoticeOf } from './notices.js';
import { AUTH_REQUIRED } from './start-failure.js';
import { type AcpState, forgetTurn, type Outcome, type Step } from './state.js';
import { textEnded } from './texts.js';
import { toolsCut } from './tools.js';
import { spentIn, type UsageRule } from './usage.js';

const outcomes: ReadonlyMap<string, TurnOutcome> = new Map([
  ['end_turn', 'completed'],
  ['max_tokens', 'completed'],
  ['max_turn_requests', 'max_turns'],
  ['refusal', 'refused'],
  ['cancelled', 'interrupted'],
]);

/** A message of ours begins a turn. Whatever an earlier one has left is forgotten. */
export function prompted(state: AcpState, { turnId }: NoticeOf<'prompted'>): Outcome {
  return { state: { ...forgetTurn(state), turn: { id: turnId } }, drafts: [] };
}

export function turnEnded(before: AcpState, result: PromptResult, rule: UsageRule): Step {
  const { failure } = before;
  const outcome = failure === null ? (outcomes.get(result.stopReason) ?? 'completed') : 'error';
  const isUsual = result.stopReason === 'end_turn' || result.stopReason === 'cancelled';
  const native = isUsual ? {} : { native: { stop_reason: result.stopReason } };
  return ended(before, outcome, { ...spentIn(before, result, rule), ...native });
}

/** An error is the end of the turn. */
export function turnFailed(before: AcpState, error: CallError): Step {
  const { message, category, status } = inWords(error);
  const details = { retryable: false, category, ...defined({ status }) };
  return follow(
    before,
    textEnded,
    toolsCut,
    () => [{ type: 'error', message, code: error.code == null ? null : String(error.code), details }],
    (state) => ended(state, 'error', {}),
  );
}

export function promptRefused(before: AcpState, { message }: NoticeOf<'promptRefused'>): Step {
  const details = { retryable: false, category: categoryOfMessage(message) };
  return follow(
    before,
    () => [{ type: 'error', message, code: 'turn_refused', details }],
    (state) => ended(state, 'error', {}),
  );
}

/** A turn that the agent began by itself has no other end. */
export function wentSilent(state: AcpState): Outcome {
  return state.turn === null || state.turn.id !== null ? nothing : ended(state, 'completed', {});
}

function ended(before: AcpState, outcome: TurnOutcome, metadata: object): Step {
  return follow(
    before,
    textEnded,
    toolsCut,
    ({ requests }) => Object.entries(requests).map(([key, kind]) => withdrawn({ key, kind })),
    (state) => {
      const { turn, cost } = state;
      const settled = cost === null ? null : { total: cost.total, before: cost.total };
      if (turn === null) return { state: { ...forgetTurn(state), cost: settled }, drafts: [] };
      const named = turn.id === null ? {} : { turn: turn.id };
      return {
        state: { ...forgetTurn(state), cost: settled },
        drafts: [{ type: 'turn.ended', outcome, ...named, metadata }],
      };
    },
  );
}

interface ErrorInWords {
  message: string;
  category: ErrorCategory;
  status: number | null;
}

/** Agents put the reason into the message, or into the data beside a message that says nothing. */
function inWords({ code, message, data }: CallError): ErrorInWords {
  const details = [field(data, 'details'), field(data, 'message'), field(data, 'errorMessage')];
  const detail = details.find((text) => typeof text === 'string' && text !== '') as string | undefined;
  const said = message ?? '';
  const words = said === '' || /^internal error$/i.test(said) ? (detail ?? said) : said;
  const text = words === '' ? 'The agent gave no reason' : words;
  const status = statusIn(code, text);
  const byStatus = categoryOfStatus(status);
  const category =
    code === AUTH_REQUIRED ? 'auth' : byStatus === 'unknown' ? categoryOfMessage(text) : byStatus;
  return { message: text, category, status };
}

/** Some agents use the HTTP status of their provider as the code, others have it in their words. */
function statusIn(code: number | null | undefined, text: string): number | null {
  if (code != null && code >= 400 && code < 600) return code;
  const found = /\b(?:API error|status(?: code)?|HTTP):? ?([45]\d\d)\b/i.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
