import { messages, words } from './scenarios/index.js';
import { say } from './scenarios/text.js';
import type { Scenario } from './turn.js';

export interface Match {
  scenario: Scenario;
  /** What follows the word that matched. */
  rest: string;
}

export type MatchMessage = typeof match;

/** The whole trimmed message first, case-insensitively; then its first word; else it is said back. */
export function match(message: string): Match {
  const text = message.trim();
  const whole = messages.get(text.toLowerCase());
  if (whole !== undefined) return { scenario: whole, rest: '' };

  const [, first = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(text)!;
  const scenario = words.get(first.toLowerCase());
  if (scenario !== undefined) return { scenario, rest };
  return { scenario: say, rest: text };
}
