import { oneLine } from '../terminal/one-line.js';
import type { Pending } from './find-request.js';
import { permissionText } from './requests-text.js';

/** What a request is about, and how to answer it. */
export function requestAdvice(request: Pending, sessionId: string): string {
  const command = `answer with: greenroom reply ${sessionId} ${request.id}`;
  return request.type === 'permission'
    ? `permission needed: ${permissionText(request.data)}; ${command} once`
    : `question: ${oneLine(request.data.prompt)}; ${command} <answer>`;
}
