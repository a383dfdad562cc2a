import type { Scenario } from '../turn.js';
import { burst } from './burst.js';
import { demo } from './demo.js';
import { close, crash, end, hang, spawnEscapee, spawnGrandchild } from './ending.js';
import { moveFile, removeFile, replaceInFile, writeFile } from './files.js';
import { help } from './help.js';
import { image, status, unknown } from './items.js';
import { markdown } from './markdown.js';
import { compact, context, mcpFailure, model, rateLimit, todo } from './notices.js';
import { listFiles, permission } from './permission.js';
import { plan, proceed, question } from './question.js';
import { shell } from './shell.js';
import { background, subagent } from './subagent.js';
import { count, reason, say } from './text.js';
import { tool } from './tool.js';
import { error, junk, line, open, retry, sleep, stderr, unparsed } from './trouble.js';

/** By the first word. */
export const scenarioByWord = new Map<string, Scenario>(
  Object.entries({
    status,
    help,
    demo,
    markdown,
    tool,
    tools: tool,
    shell,
    'write-file': writeFile,
    'replace-in-file': replaceInFile,
    'move-file': moveFile,
    'remove-file': removeFile,
    image,
    unknown,
    permission,
    permissions: permission,
    question,
    questions: question,
    plan,
    todo,
    model,
    context,
    compact,
    ratelimit: rateLimit,
    'mcp-fail': mcpFailure,
    error,
    retry,
    unparsed,
    subagent,
    background,
    open,
    junk,
    line,
    burst,
    sleep,
    stderr,
    crash,
    hang,
    close,
    escape: spawnEscapee,
    spawn: spawnGrandchild,
    end,
    echo: (turn, rest) => say(turn, rest || 'echo'),
    say: (turn, rest) => say(turn, rest || 'say'),
  } satisfies Record<string, Scenario>),
);

/** By the whole message, in lower case. */
export const scenarioByMessage = new Map<string, Scenario>([
  ['reply with exactly the single word ok.', (turn) => say(turn, 'OK')],
  ['reply with exactly the word first.', (turn) => say(turn, 'FIRST')],
  ['reply with exactly the word second.', (turn) => say(turn, 'SECOND')],
  ['answer briefly and include your reasoning.', reason],
  ['provide a short status update.', status],
  ['list files in the current directory using available tools.', listFiles],
  [
    'use the askuserquestion tool to ask exactly one yes/no question, then wait for a reply. do not answer yourself.',
    proceed,
  ],
  // Not by the first word: "count to ten" and "how does it work" are ordinary messages.
  ['count', count],
  ['how many', count],
]);
