import { nothing } from '../kit/fold.js';
import type { AcpState, Outcome } from './state.js';

/** Where no turn runs, the agent has begun one by itself. */
export function turnBegun(state: AcpState): Outcome {
  if (state.turn !== null) return nothing;
  return { state: { ...state, turn: { id: null } }, drafts: [{ type: 'turn.started' }] };
}
