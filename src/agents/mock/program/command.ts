import type { NativeCommand } from '../native.js';

export type ParsedCommand = { ok: true; command: NativeCommand } | { ok: false; error: string };

type Fields = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isAnswers = (value: unknown) => value === null || (Array.isArray(value) && value.every(isTexts));
const isAttachments = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every((attachment) => isText(attachment?.path)));

/** Hand-written checks: loading a schema library would triple the start-up time. */
const checks: Record<NativeCommand['type'], (fields: Fields) => boolean> = {
  hello: () => true,
  user: ({ text, attachments }) => isText(text) && isAttachments(attachments),
  steer: ({ text }) => isText(text),
  interrupt: () => true,
  interrupt_agent: ({ agent }) => isText(agent),
  permission_response: ({ request, decision }) =>
    isText(request) && isText(decision) && ['allow', 'allow_always', 'deny'].includes(decision),
  question_response: ({ request, answers }) => isText(request) && isAnswers(answers),
};

export function parseCommand(line: string): ParsedCommand {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { ok: false, error: 'A line that is not JSON' };
  }
  if (typeof value !== 'object' || value === null)
    return { ok: false, error: 'A line that is not an object' };
  const { type, ...fields } = value as Fields;
  if (!isText(type) || !Object.hasOwn(checks, type)) {
    return { ok: false, error: `A command of unknown type ${JSON.stringify(type)}` };
  }
  if (!checks[type as NativeCommand['type']](fields)) return { ok: false, error: `A malformed ${type}` };
  return { ok: true, command: value as NativeCommand };
}
