import type { StateValue } from '../../client/index.js';
import { activeLeaves } from '../../diagrams/page.js';

const words: Record<string, string> = {
  starting: 'Starting',
  ending: 'Ending',
  ended: 'Ended',
  'live.turn.idle': 'Idle',
  'live.turn.running.active': 'Running',
  'live.turn.running.interrupting': 'Interrupting',
  'live.requests.waiting': 'waiting for a human',
};

/** Where the session is, for people: `Running · waiting for a human`. */
export function stateWords(value: StateValue): string {
  return activeLeaves(value)
    .flatMap((id) => words[id] ?? [])
    .join(' · ');
}

const agentWords: Record<string, string> = {
  absent: 'Not running',
  starting: 'Starting',
  ready: 'Ready',
  interrupting: 'Being interrupted',
  stopping: 'Being ended',
};

export function agentWord(state: string): string {
  return agentWords[state] ?? state;
}
