import { type PendingRequests, permissionOf } from '../../client/index.js';
import { toolVerbs } from '../../schema/words.js';
import { oneLine } from '../terminal/one-line.js';

/** What a session waits for, on one line. */
export function waitsForText({ permissions, questions }: PendingRequests): string {
  const all = [
    ...permissions.map((data) => permissionText(data)),
    ...questions.map(({ prompt }) => `Question: ${oneLine(prompt)}`),
  ];
  const [first = ''] = all;
  return all.length > 1 ? `${first} (and ${all.length - 1} more)` : first;
}

/** `Run: npm test` */
export function permissionText(data: PendingRequests['permissions'][number]): string {
  const { kind, tool, title, brings } = permissionOf(data);
  if (brings !== null) return `Trust folder: ${oneLine(title)}`;
  return `${toolVerbs[kind]}: ${oneLine(title || tool)}`;
}
