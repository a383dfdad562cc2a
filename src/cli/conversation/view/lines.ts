import {
  type ContentPart,
  type ErrorRow,
  type ItemRow,
  type PermissionRow,
  type PlanEntry,
  permissionOf,
  type QuestionRow,
  type Row,
  type TurnRow,
} from '../../../client/index.js';
import { errorNames, noticeNames, statusName } from '../../../schema/words.js';
import { contextOf, cost, duration, tokensOf } from '../../../text/amounts.js';
import { diffLines } from '../../terminal/diff.js';
import type { Look } from '../../terminal/look.js';
import { plain, plainLine } from '../../terminal/untrusted.js';
import { truncate, wrap } from '../../terminal/wrap.js';

const signs = { completed: '☑', in_progress: '▸', pending: '☐' } as const;
const planFormats = { completed: 'dim', in_progress: 'bold', pending: null } as const;
const warnings: readonly string[] = ['rate_limit', 'mcp', 'version'];

/** A plan as a check list. */
export function planLines(entries: readonly PlanEntry[], look: Look): string[] {
  const done = entries.filter(({ status }) => status === 'completed').length;
  const head = `${look.paint('bold', 'Plan')} ${look.paint('dim', `${done} of ${entries.length} done`)}`;
  const lines = entries.flatMap(({ content, status }) => {
    const format = planFormats[status];
    const text = plainLine(content);
    const shown = wrap(text, look.width, { first: `  ${signs[status]} `, rest: '    ' });
    return format ? shown.map((line) => look.paint(format, line)) : shown;
  });
  return [head, ...lines];
}

/** A notice, or progress of the agent. */
export function statusLines({ item }: ItemRow, look: Look, spinner: string | null = null): string[] {
  const status = item.content.find((part) => part.type === 'status');
  const label = status?.label ?? '';
  if (label === 'agent' && spinner === null)
    return [runLine(item.status === 'failed', status?.detail ?? '', look)];
  const name = plainLine(statusName(label));
  const detail = plainLine(status?.detail ?? '');
  const isWarning = warnings.includes(label) || item.status === 'failed';
  const isNotice = Object.hasOwn(noticeNames, label);
  const sign = spinner ?? (isWarning ? '!' : isNotice ? '·' : '✓');
  const text = `${sign} ${[name, detail].filter(Boolean).join(': ')}${spinner === null ? '' : ' …'}`;
  const more = item.content.filter((part) => part.type === 'text').map(({ text: each }) => plain(each));
  const lines = [text, ...more].flatMap((line) => wrap(line, look.width, { first: '', rest: '  ' }));
  return lines.map((line) => look.paint(isWarning ? 'yellow' : 'dim', line));
}

/** The end of a sub-agent's run. */
const runLine = (hasFailed: boolean, title: string, look: Look) =>
  look.paint('dim', truncate(`${hasFailed ? '✗ Stopped' : '✓ Done'}: ${plainLine(title)}`, look.width));

const advice: Partial<Record<string, string>> = {
  billing: 'check the plan and the balance of the account',
  rate_limit: 'wait, or choose another model',
  context_length: 'begin a new session, or let the agent compact this one',
  network: 'check the connection of the daemon, and proxies',
};

/** An error with its cause, and what to do about it. */
export function errorLines({ error }: ErrorRow, agent: string, look: Look): string[] {
  const { retryable, category, status } = error.details;
  const isRetried = retryable === true;
  const cause = [category && category !== 'unknown' && errorNames[category], status]
    .filter(Boolean)
    .join(' ');
  const head = `${isRetried ? '↻ Retrying' : '✗ Error'}${cause && ` (${cause})`}: `;
  const lines = wrap(head + plain(error.message).trim(), look.width, { first: '', rest: '  ' });
  const shown = lines.map((line) => look.paint(isRetried ? 'yellow' : 'red', line));
  const what = category === 'auth' ? `log in with: greenroom agents login ${agent}` : advice[category ?? ''];
  return isRetried || what === undefined ? shown : [...shown, `  ${what}`];
}

const outcomes = {
  completed: 'Completed',
  interrupted: 'Interrupted',
  error: 'Failed',
  max_turns: 'Stopped: turn limit reached',
  refused: 'Refused',
};

/** How a turn ended, and what it took. */
export function turnLines({ turn }: TurnRow, look: Look): string[] {
  const { outcome, model, usage, context, costUsd, durationMs } = turn;
  const percent = context && Math.round((context.used_tokens / context.window_tokens) * 100);
  const facts = [
    model && plainLine(model),
    tokensOf(usage),
    context && `context ${contextOf(context)} (${percent}%)`,
    costUsd !== null && cost(costUsd),
    durationMs !== null && duration(durationMs),
  ].filter(Boolean);
  const name = outcome === null ? 'Ended' : outcomes[outcome];
  const format = outcome === 'completed' ? 'dim' : outcome === 'interrupted' ? 'yellow' : 'red';
  const [first = '', ...rest] = wrap([name, ...facts].join(' · '), look.width);
  const shown = [look.paint(format, name) + look.paint('dim', first.slice(name.length))];
  return [...shown, ...rest.map((line) => look.paint('dim', line))];
}

/** How a session ended; after a failure with what its agent said last. */
export function endLines({ data }: Extract<Row, { type: 'end' }>, look: Look): string[] {
  const { reason, terminated_by: by, message, exit_code: code, stderr } = data;
  const facts = [
    `ended by the ${by}`,
    code !== undefined && (code === null ? 'killed' : `exit code ${code}`),
  ];
  const head = `Session ${reason === 'error' ? 'failed' : reason} (${facts.filter(Boolean).join(', ')})`;
  const lines = [look.paint(reason === 'error' ? 'red' : 'dim', head)];
  if (message) lines.push(...wrap(plain(message), look.width));
  const last = plain(stderr?.tail ?? stderr?.head ?? '')
    .trimEnd()
    .split('\n')
    .slice(-8);
  return [
    ...lines,
    ...last.filter(Boolean).map((line) => look.paint('dim', `  ${truncate(line, look.width - 2)}`)),
  ];
}

const replies: Readonly<Record<string, string>> = {
  once: 'Allowed once',
  always: 'Always allowed',
  reject: 'Rejected',
  cancelled: 'Cancelled',
};

/** What became of a permission. */
export function permissionLine({ data }: PermissionRow, isOurs: boolean, look: Look): string {
  const { reply, resolved_by: by, client, message } = data.metadata;
  const isGranted = data.status === 'approved';
  const label = replies[String(reply)] ?? data.status;
  const who = isOurs ? '' : whoOf(by, client?.name);
  const why = typeof message === 'string' ? ` “${plainLine(message)}”` : '';
  const title = plainLine(permissionOf(data).title);
  const sign = isGranted ? look.paint('green', '✓') : look.paint('red', '✗');
  return `${sign} ${truncate(`${label}${who}: ${title}${why}`, look.width - 2)}`;
}

/** What became of a question. */
export function questionLines({ data }: QuestionRow, isOurs: boolean, look: Look): string[] {
  const { status, questions, answers, resolved_by: by, metadata } = data;
  const client = metadata?.client as { name?: string } | undefined;
  const who = isOurs ? '' : whoOf(by, client?.name);
  if (status === 'rejected')
    return [`${look.paint('red', '✗')} Declined to answer${who}: ${firstLine(data.prompt, look)}`];
  return questions.map(({ prompt }, index) => {
    const given = plainLine(answers?.[index]?.join(', ') || 'none');
    return `${look.paint('green', '✓')} ${firstLine(prompt, look)} ${look.paint('bold', given)}${who}`;
  });
}

const firstLine = (text: string, look: Look) =>
  truncate(plainLine(text.split('\n')[0] ?? ''), look.width - 24);

/** Who settled a request, if it was somebody else. */
function whoOf(by: string | undefined, name: string | undefined): string {
  if (by === 'client') return name ? ` by ${plainLine(name)}` : '';
  return by === undefined ? '' : ` by the ${by}`;
}

/** What is neither a message nor a tool: shown as JSON on one line. */
export function unknownLines(parts: readonly ContentPart[], look: Look): string[] {
  return parts.map((part) => {
    const text = part.type === 'text' ? part.text : JSON.stringify(part.type === 'json' ? part.json : part);
    return look.paint('dim', truncate(`· ${plainLine(text)}`, look.width));
  });
}

/** The whole of a request's change, or a note where it is. */
export function changeLines(
  diff: ReturnType<typeof permissionOf>['diff'],
  look: Look,
  most?: number,
): string[] {
  if (diff === null) return [];
  if (typeof diff !== 'string')
    return [look.paint('dim', `a change of ${diff.bytes.toLocaleString('en')} bytes`)];
  return diffLines(diff, look, most === undefined ? {} : { most });
}
