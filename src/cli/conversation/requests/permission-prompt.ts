import { type PermissionData, type PermissionReply, permissionOf } from '../../../client/index.js';
import { toolVerbs } from '../../../schema/words.js';
import type { Key } from '../../terminal/keyboard.js';
import type { Look } from '../../terminal/look.js';
import { plain, plainLine } from '../../terminal/untrusted.js';
import { wrap, wrapCode } from '../../terminal/wrap.js';
import { changeLines } from '../view/lines.js';
import { keyLine, type Prompt } from './prompt.js';

const keys: Readonly<Record<string, PermissionReply>> = { y: 'once', a: 'always', n: 'reject' };
const meanings: Readonly<Record<PermissionReply, string>> = {
  once: 'once',
  always: 'always',
  reject: 'reject',
};
const PREVIEW_LINES = 10;
/** Rows that the question and its keys take. */
const OTHER_ROWS = 10;
const MOST_INPUT = 2_000;

export interface PermissionDeps {
  reply(reply: PermissionReply): void;
  /** Prints lines above the prompt. */
  print(lines: string[]): void;
  look(): Look;
  /** The name of the sub-agent that asks; null for the main thread. */
  asker: string | null;
}

/** A permission, answered by one key: only with the replies that the request offers. */
export class PermissionPrompt implements Prompt {
  readonly id: string;
  readonly #data: PermissionData;
  readonly #deps: PermissionDeps;
  #hasHelp = false;

  constructor(data: PermissionData, deps: PermissionDeps) {
    this.id = data.permission_id;
    this.#data = data;
    this.#deps = deps;
  }

  render(look: Look, rows: number) {
    const permission = permissionOf(this.#data);
    const { kind, title, brings, diff, reason, command, input } = permission;
    const what = brings ? 'Trust this folder?' : `Allow: ${toolVerbs[kind]}?`;
    const asker = this.#deps.asker === null ? '' : ` (asked by ${plainLine(this.#deps.asker)})`;
    const inner = { ...look, width: look.width - 2 };
    const bare = command === null && diff === null && brings === null && permission.paths.length === 0;
    const body = [
      ...wrapCode(plain(command ?? title), inner.width),
      ...permission.paths
        .filter((path) => !title.includes(path))
        .flatMap((path) => wrapCode(plainLine(path), inner.width)),
      ...(bare ? inputLines(input, inner) : []),
      ...(brings ?? []).flatMap((part) => broughtLines(part, inner)),
      ...(reason === null ? [] : wrap(plain(reason), inner.width).map((line) => look.paint('dim', line))),
      ...changeLines(diff, inner, Math.max(3, Math.min(PREVIEW_LINES, rows - OTHER_ROWS))),
    ];
    const bar = look.paint('yellow', '│ ');
    const head = look.paint(['bold', 'yellow'], what) + look.paint('dim', asker);
    return { lines: [head, ...body.map((line) => bar + line), this.#keyLine(look), ...this.#help(look)] };
  }

  press({ name, text, ctrl }: Key): void {
    const { replies, diff } = permissionOf(this.#data);
    const reply = ctrl || !Object.hasOwn(keys, name) ? undefined : keys[name];
    if (reply && replies.includes(reply)) this.#deps.reply(reply);
    if (name === 'd' && !ctrl && diff !== null) this.#deps.print(changeLines(diff, this.#deps.look()));
    if (text === '?') this.#hasHelp = !this.#hasHelp;
  }

  #keyLine(look: Look): string {
    const { replies, diff } = permissionOf(this.#data);
    const offered = Object.entries(keys).filter(([, reply]) => replies.includes(reply));
    const shown = offered.map(([key, reply]) => [key, meanings[reply]] as const);
    return keyLine([...shown, ...(diff === null ? [] : [['d', 'diff'] as const]), ['?', 'help']], look);
  }

  #help(look: Look): string[] {
    const { replies, scope, brings } = permissionOf(this.#data);
    const covers = scope === null ? '' : `: ${plainLine(scope)}`;
    const always = replies.includes('always') ? [`a allows this from now on${covers}`] : [];
    if (!this.#hasHelp)
      return scope === null || always.length === 0
        ? []
        : wrap(look.paint('dim', `always${covers}`), look.width);
    const more = [
      'y allows it this once',
      ...always,
      brings
        ? 'n starts the agent without what the folder brings'
        : 'n rejects it; the agent is told so and goes on',
      'Ctrl-C interrupts the turn',
    ];
    return more.flatMap((line) => wrap(look.paint('dim', line), look.width, { first: '  ' }));
  }
}

function broughtLines({ path, brings }: { path: string; brings: readonly string[] }, look: Look): string[] {
  const lines = brings.flatMap((line) =>
    wrap(look.paint('dim', plainLine(line)), look.width, { first: '  ' }),
  );
  return [plainLine(path), ...lines];
}

/** Whatever else the tool was given. */
function inputLines(input: unknown, look: Look): string[] {
  if (typeof input !== 'object' || input === null || Object.keys(input).length === 0) return [];
  const text = plain(JSON.stringify(input, null, 2).slice(0, MOST_INPUT));
  return text
    .split('\n')
    .slice(0, PREVIEW_LINES)
    .flatMap((line) => wrapCode(look.paint('dim', line), look.width));
}
