import type { WaitedFor } from './waits.js';

const plain: Record<WaitedFor['kind'], string> = {
  approval: 'your approval',
  answer: 'your answer',
  message: 'your next message',
  tool: 'a tool',
  agents: 'sub-agents',
  retry: 'a retry',
  slot: 'a slot: other sessions run as many agents as may run',
  interrupt: 'the agent to stop',
  start: 'the agent to start',
  model: 'the model',
};

/** `your approval: npm test`, `the model`. */
export function waitText({ kind, names }: WaitedFor): string {
  return names.length === 0 ? plain[kind] : `${plain[kind]}: ${names.join(', ')}`;
}

/** Why an event ended a turn that did not complete by itself. */
export const causeTexts: Record<string, string> = {
  interrupt_ignored: 'The agent ignored the interrupt and was stopped.',
  not_delivered: 'The message did not reach the agent.',
  agent_yielded: 'The agent made room for another session.',
  daemon_restart: 'The daemon was restarted.',
};
