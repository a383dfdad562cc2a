import type { Draft, DraftItem } from '../../schema/index.js';
import { completed, delta, started, thought } from '../kit/drafts.js';
import type { Outcome } from '../kit/fold.js';
import { at, without } from '../kit/record.js';
import { type Place, placeOf } from './items.js';
import type { ItemOf } from './native-items.js';
import { type CodexState, opened } from './state.js';

/** A native thought has two texts: a summary that is made to be shown, and the raw thought that is not. */
type ThoughtKind = 'summary' | 'raw';

/** Summaries come in parts, each a paragraph of its own. */
const PARAGRAPH = '\n\n';

const keyOf = (key: string, kind: ThoughtKind) => `${key}/${kind}`;

function item(place: Place, kind: ThoughtKind, text: string): DraftItem {
  return thought({ ...place, key: keyOf(place.key, kind) }, text, kind === 'summary' ? 'public' : 'private');
}

export interface ThoughtDelta {
  threadId: string;
  turnId: string;
  itemId: string;
  delta: string;
}

/** A piece of a thought's paragraph number `index`. The first piece opens the item: most thoughts have none. */
export function thoughtDelta(
  state: CodexState,
  params: ThoughtDelta,
  kind: ThoughtKind,
  index: number,
): Outcome<CodexState> {
  const place = placeOf(state, params, params.itemId);
  const key = keyOf(place.key, kind);
  const stream = at(state.open, key);
  const gap = PARAGRAPH.repeat(Math.max(0, index - (stream?.index ?? 0)));
  const piece = delta(key, gap + params.delta);
  if (stream?.index === index) return [piece];
  return {
    state: opened(state, key, { owner: place.owner, index }),
    drafts: stream === undefined ? [started(item(place, kind, '')), piece] : [piece],
  };
}

export function thoughtCompleted(
  state: CodexState,
  place: Place,
  { summary, content }: ItemOf<'reasoning'>,
): Outcome<CodexState> {
  const ended = (kind: ThoughtKind, parts: string[]): Draft[] => {
    const text = parts.join(PARAGRAPH);
    const isShown = text !== '' || at(state.open, keyOf(place.key, kind)) !== undefined;
    return isShown ? [completed(item(place, kind, text))] : [];
  };
  return {
    state: {
      ...state,
      open: without(state.open, keyOf(place.key, 'summary'), keyOf(place.key, 'raw')),
    },
    drafts: [...ended('summary', summary), ...ended('raw', content)],
  };
}
