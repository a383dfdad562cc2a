import type { StateValue } from '../../client/index.js';
import { activeLeaves } from '../../diagrams/browser.js';

const stateLabels: Record<string, string> = {
  starting: 'Starting',
  ending: 'Ending',
  ended: 'Ended',
  'live.turn.idle': 'Idle',
  'live.turn.running.active': 'Running',
  'live.turn.running.interrupting': 'Interrupting',
  'live.requests.waiting': 'Waiting for you',
  'live.threads.running': 'Sub-agents working',
};

/** The session's state in words: `Running · Waiting for you`. */
export function stateLabel(value: StateValue): string {
  return labelOf(value, stateLabels);
}

const agentLabels: Record<string, string> = {
  'process.absent': 'Not running',
  'process.waiting': 'Waiting until fewer agents run',
  'process.checking': 'Looking at the folder',
  'process.asking': 'Waiting for trust in the folder',
  'process.starting': 'Starting',
  'process.ready': 'Ready',
  'process.resting': 'Going to rest',
  'process.rested': 'Resting',
  'process.rechecking': 'Looking at the folder',
  'process.interrupting': 'Interrupting',
  'process.restarting': 'Restarting',
  'process.yielding': 'Making room for another session',
  'process.stopping': 'Stopping',
  'settings.deferred': 'New settings pending',
  'settings.taking': 'Applying settings',
  'settings.superseded': 'Applying settings',
  'settings.outdated': 'Settings outdated',
  'delivery.undelivered.held': 'Message pending',
  'delivery.undelivered.waiting': 'Message pending',
};

/** The agent process in words: `Starting · Message pending`. */
export function agentLabel(value: StateValue): string {
  return labelOf(value, agentLabels);
}

function labelOf(value: StateValue, labels: Record<string, string>): string {
  return activeLeaves(value)
    .flatMap((id) => labels[id] ?? [])
    .join(' · ');
}
