import { type PermissionData, permissionOf, type QuestionData } from '../../client/index.js';
import { oneLine } from '../terminal/one-line.js';
import { paint } from '../terminal/paint.js';
import { printable } from '../terminal/printable.js';
import type { Pending } from './find-request.js';
import { permissionText } from './requests-text.js';

/** All pending requests with what can be replied; empty if there are none. */
export function requestsSheet(pending: readonly Pending[], sessionId: string): string {
  return pending
    .map((request) => {
      const lines =
        request.type === 'permission' ? permissionLines(request.data) : questionLines(request.data);
      const reply = `greenroom reply ${sessionId} ${request.id}`;
      return [paint('bold', request.id), ...lines, paint('dim', `${reply} ${expected(request)}`)].join('\n');
    })
    .join('\n\n');
}

function permissionLines(data: PermissionData): string[] {
  const { reason, scope, diff, brings, replies, paths } = permissionOf(data);
  return [
    paint('yellow', permissionText(data)),
    ...(reason === null ? [] : [`  reason: ${oneLine(reason)}`]),
    ...(paths.length > 0 && brings === null ? [`  files: ${paths.map(oneLine).join(', ')}`] : []),
    ...(brings ?? []).map(
      ({ path, brings: parts }) => `  ${oneLine(path)}: ${parts.map(oneLine).join(', ')}`,
    ),
    ...(scope !== null && replies.includes('always') ? [`  always: ${oneLine(scope)}`] : []),
    ...(typeof diff === 'string' ? indented(printable(diff)) : []),
    ...(typeof diff === 'object' && diff !== null ? [`  a change of ${diff.bytes} bytes`] : []),
  ];
}

function questionLines({ questions }: QuestionData): string[] {
  return questions.flatMap(({ prompt, options, multi_select }) => [
    ...printable(prompt)
      .split('\n')
      .map((line) => paint('yellow', line)),
    ...options.map(({ label, description }, index) => {
      const more = description === '' ? '' : paint('dim', `  ${oneLine(description)}`);
      return `  ${index + 1}. ${oneLine(label)}${more}`;
    }),
    ...(multi_select ? [paint('dim', '  several are possible, separated by commas')] : []),
  ]);
}

function expected(request: Pending): string {
  if (request.type === 'permission') return permissionOf(request.data).replies.join('|');
  return request.data.questions
    .map((_, index, { length }) => (length > 1 ? `<answer ${index + 1}>` : '<answer>'))
    .join(' ');
}

function indented(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`);
}
