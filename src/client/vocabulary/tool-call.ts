import type { ToolCallPart, ToolKind } from '../../schema/index.js';
import { titleBefore03 } from './before-0.3.js';

/** A call of a tool, in the same words for all agents. */
export interface ToolCall {
  /** The tool's name, which differs between agents. */
  name: string;
  kind: ToolKind;
  /** A short line: the command, the path, the search pattern. */
  title: string;
  /** The parsed arguments; text if they are not JSON. */
  input: unknown;
}

export function toolCallOf(part: ToolCallPart): ToolCall {
  const { name, kind = 'other', title = titleBefore03(part) } = part;
  return { name, kind, title, input: parsed(part.arguments) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
