import { scenarioByMessage, scenarioByWord } from './scenarios/index.js';
import { say } from './scenarios/text.js';
import type { Scenario } from './turn.js';
import { splitFirstWord } from './words.js';

export interface Match {
  scenario: Scenario;
  /** The text after the matched word. */
  rest: string;
}

export type MatchMessage = typeof match;

/** Matches the whole message, then its first word, with or without a slash, case-insensitively; anything else is echoed. */
export function match(message: string): Match {
  const text = message.trim();
  const whole = scenarioByMessage.get(text.toLowerCase());
  if (whole !== undefined) return { scenario: whole, rest: '' };

  const [first, rest] = splitFirstWord(text);
  const scenario = scenarioByWord.get(first.toLowerCase().replace(/^\//, ''));
  if (scenario !== undefined) return { scenario, rest };
  return { scenario: say, rest: text };
}
