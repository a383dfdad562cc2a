import type { ThreadCues } from '../../conformance/agent/driver.js';
import { call, type Output, type Script, type Scripts, say, steps, text } from '../../support/real/script.js';

/** A call to a sub-agent. */
export function task(prompt: string, more: object = {}): Output {
  return call('task', { description: 'Look around', prompt, subagent_type: 'general', ...more });
}

/** Calls sub-agents and waits for them. */
function delegation(calls: (about: string, body: string) => Output[]): Script {
  return steps(({ about, body }) => say(...calls(about, body)), say(text('My helper is back.')));
}

export const threadScripts: Scripts = {
  'thread-talk': delegation((words) => [task(`[[echo ${words}]]`)]),
  'thread-later': delegation((command) => [task(`[[below-asking ${command}]]`, { background: true })]),
  'thread-hold': delegation(() => [task('[[hold]]')]),
  'thread-nested': delegation((words) => [task(`[[thread-talk ${words}]]`)]),
  'thread-several': delegation((words) => words.split(', ').map((each) => task(`[[echo ${each}]]`))),
  // The result of the first call has the id of its sub-agent.
  'thread-again': delegation((words, body) => [
    task(`[[echo ${words}]]`, { task_id: /ses_\w+/.exec(body)?.[0] }),
  ]),
};

export const threadCues: ThreadCues = {
  endsWithTurn: true,
  talk: (words) => `[[thread-talk ${words}]]`,
  askLater: (command) => `[[thread-later ${command}]]`,
  hold: '[[thread-hold]]',
  isHeld: (session) => session.until(({ type, source }) => type === 'item.delta' && source === 'agent'),
  nested: (words) => `[[thread-nested ${words}]]`,
  several: (first, second) => `[[thread-several ${first}, ${second}]]`,
  again: { first: '[[thread-talk hello]]', second: (words) => `[[thread-again ${words}]]` },
};
