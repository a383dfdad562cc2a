import { nothing } from '../kit/fold.js';
import { titleNotice } from '../kit/notices.js';
import type { NativeSession } from './native-messages.js';
import { isOwn, type OpenCodeState, type Outcome } from './state.js';

/** A title that the server gives to every new session. */
const PLACEHOLDER = /^New session - \d{4}-\d\d-\d\dT/;

/** The title of our session, which is announced when it changes. */
export function titled(state: OpenCodeState, { id, title }: NativeSession, key: string): Outcome {
  if (!isOwn(state, id) || title == null || title === state.title) return nothing;
  const isChosen = title.trim() !== '' && !PLACEHOLDER.test(title);
  return { state: { ...state, title }, drafts: isChosen ? [titleNotice({ key }, title)] : [] };
}
