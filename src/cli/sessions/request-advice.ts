import type { UniversalEvent } from '../../client/index.js';
import { oneLine } from '../terminal/one-line.js';
import { permissionText } from './requests-text.js';

/** What an event asks for, and how to answer it; null if it asks nothing. */
export function requestAdvice(event: UniversalEvent, sessionId: string): string | null {
  const command = `answer with: greenroom reply ${sessionId}`;
  if (event.type === 'permission.requested')
    return `permission needed: ${permissionText(event.data)}; ${command} ${event.data.permission_id} once`;
  if (event.type === 'question.requested')
    return `question: ${oneLine(event.data.prompt)}; ${command} ${event.data.question_id} <answer>`;
  return null;
}
