import type { Scenario, Turn } from '../turn.js';
import { image, status, system, unknown } from './items.js';
import { markdown } from './markdown.js';
import { permission } from './permission.js';
import { question } from './question.js';
import { reason } from './text.js';
import { tool } from './tool.js';
import { error } from './trouble.js';

const parts: [announcement: string, part: Scenario][] = [
  ['A system notice:', system],
  ['Reasoning:', reason],
  ['A status:', status],
  ['Markdown:', markdown],
  ['Tools:', tool],
  ['An image:', image],
  ['An item of unknown kind:', unknown],
  ['Permissions, which wait for you:', permission],
  ['Questions, which wait for you:', question],
  ['Last of all an error:', error],
];

/** Runs nearly every other scenario. */
export async function demo(turn: Turn): Promise<void> {
  for (const [announcement, part] of parts) {
    turn.say(announcement);
    await part(turn, '');
  }
}
