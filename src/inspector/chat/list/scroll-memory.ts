import type { VirtualItem } from '@tanstack/react-virtual';
import type { SessionStore } from '../../../client/react/index.js';
import { weakMemo } from '../../session/weak-memo.js';

/** Where a reader was who had scrolled away from the end. */
export interface ScrollPlace {
  offset: number;
  measurements: VirtualItem[];
}

/** Kept as long as the session is kept in memory. */
export const scrollMemoryOf = weakMemo((_store: SessionStore) => ({ place: null as ScrollPlace | null }));
