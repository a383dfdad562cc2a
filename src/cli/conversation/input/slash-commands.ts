import { writeFile } from 'node:fs/promises';
import type { ConfigureSessionRequest, GreenroomClient, ItemRow } from '../../../client/index.js';
import { contextOf, cost, tokensOf } from '../../../text/amounts.js';
import { diffLines } from '../../terminal/diff.js';
import { plain, plainLine } from '../../terminal/untrusted.js';
import type { TerminalSession } from '../terminal-session.js';

export interface SlashDeps {
  terminal: TerminalSession;
  client: GreenroomClient;
  failed(error: Error): void;
}

interface SlashCommand {
  usage: string;
  summary: string;
  run(argument: string, deps: SlashDeps): Promise<void> | void;
}

const permissionModes = ['default', 'acceptEdits', 'plan', 'bypass'] as const;

const slashCommands: Readonly<Record<string, SlashCommand>> = {
  help: { usage: '/help', summary: 'list these commands', run: (_, deps) => help(deps) },
  model: { usage: '/model [model]', summary: 'choose a model, or list them', run: model },
  mode: { usage: '/mode [mode]', summary: 'choose what the agent may do, or list the modes', run: mode },
  status: { usage: '/status', summary: 'the session, its model and what it has spent', run: status },
  queue: { usage: '/queue [drop N]', summary: 'the messages that wait, or take one back', run: queue },
  interrupt: {
    usage: '/interrupt',
    summary: 'stop the turn',
    run: (_, { terminal }) => terminal.session.interrupt(),
  },
  diff: { usage: '/diff', summary: 'the changes that were shown, whole', run: diff },
  export: { usage: '/export [file]', summary: 'write the conversation as Markdown', run: exportTo },
  quit: {
    usage: '/quit',
    summary: 'leave; the session stays',
    run: (_, { terminal }) => terminal.leave('detached'),
  },
};

/** Runs a command of ours. Others are for the agent: then it returns false. */
export function runSlashCommand(text: string, deps: SlashDeps): boolean {
  const [, name = '', argument = ''] = /^\/(\w+)(?:\s+(\S.*))?$/.exec(text.trim()) ?? [];
  const command = Object.hasOwn(slashCommands, name) ? slashCommands[name] : undefined;
  if (!command) return false;
  Promise.resolve()
    .then(() => command.run(argument.trim(), deps))
    .catch(deps.failed);
  return true;
}

function help({ terminal }: SlashDeps): void {
  const all = Object.values(slashCommands);
  const widest = Math.max(...all.map(({ usage }) => usage.length));
  say(terminal, [
    ...all.map(({ usage, summary }) => `${usage.padEnd(widest)}  ${summary}`),
    'Any other /word goes to the agent.',
    'Alt-Enter, or a backslash before Enter, begins another line. Ctrl-C interrupts, Ctrl-D leaves.',
  ]);
}

async function model(argument: string, { terminal, client }: SlashDeps): Promise<void> {
  if (argument !== '') return configure(terminal, { model: argument }, `Model: ${argument}`);
  const { agent, model: current } = await terminal.session.info();
  const { models } = await client.agents.models(agent);
  const lines = models.map(
    ({ id, name }) => `${id === current ? '›' : ' '} ${id}${name && name !== id ? `  ${name}` : ''}`,
  );
  say(terminal, lines.length > 0 ? lines : [`${agent} lists no models`]);
}

async function mode(argument: string, { terminal, client }: SlashDeps): Promise<void> {
  const permissionMode = permissionModes.find((each) => each === argument);
  if (permissionMode) return configure(terminal, { permissionMode }, `Permission mode: ${argument}`);
  if (argument !== '') return configure(terminal, { agentMode: argument }, `Mode: ${argument}`);
  const info = await terminal.session.info();
  const modes = await client.agents.modes(info.agent);
  say(terminal, [
    ...permissionModes.map((each) => `${each === info.permissionMode ? '›' : ' '} ${each}`),
    ...modes.map(({ id, description }) => `${id === info.agentMode ? '›' : ' '} ${id}  ${description}`),
  ]);
}

async function status(_: string, { terminal }: SlashDeps): Promise<void> {
  const info = await terminal.session.info();
  const {
    sessionId,
    agent,
    agentVersion,
    directory,
    title,
    permissionMode,
    agentMode,
    context,
    usage,
    costUsd,
  } = info;
  const facts: [string, string | null][] = [
    ['session', sessionId],
    ['title', title],
    ['agent', [agent, agentVersion].filter(Boolean).join(' ')],
    ['folder', directory],
    ['status', info.status],
    ['model', [info.model, info.variant].filter(Boolean).join(', ')],
    ['modes', `${permissionMode}, ${agentMode}`],
    ['context', context && contextOf(context)],
    ['spent', [tokensOf(usage), cost(costUsd)].filter(Boolean).join(', ')],
    ['queued', info.queued > 0 ? String(info.queued) : null],
  ];
  say(
    terminal,
    facts.flatMap(([name, value]) => (value ? [`${name.padEnd(8)} ${value}`] : [])),
  );
}

async function queue(argument: string, { terminal }: SlashDeps): Promise<void> {
  const { entries } = await terminal.session.queue();
  const [, number] = /^drop (\d+)$/.exec(argument) ?? [];
  const entry = number === undefined ? undefined : entries[Number(number) - 1];
  if (number !== undefined && !entry)
    return terminal.note(`there is no message ${number} in the queue`, 'red');
  if (entry) {
    await terminal.session.removeQueued(entry.messageId);
    return terminal.note(`Taken back: ${plainLine(entry.message)}`);
  }
  const lines = entries.map(({ message }, index) => `${index + 1}  ${message}`);
  say(terminal, lines.length > 0 ? lines : ['No message is queued.']);
}

function diff(_: string, { terminal }: SlashDeps): void {
  const { rows } = terminal.transcript;
  const items = rows.filter((row): row is ItemRow => row.type === 'item');
  const parts = items.flatMap(({ item }) => item.content.filter((part) => part.type === 'file_ref'));
  const changes = parts.filter((part) => typeof part.diff === 'string' && part.diff !== '');
  const look = terminal.look;
  const lines = changes.flatMap((part) => [...diffLines(String(part.diff), look, { path: part.path })]);
  terminal.print(lines.length > 0 ? lines : [look.paint('dim', 'No file was changed so far.')]);
}

async function exportTo(argument: string, { terminal }: SlashDeps): Promise<void> {
  const file = argument || `${terminal.session.id}.md`;
  await writeFile(file, await terminal.session.export('md'), { flag: 'wx' });
  terminal.note(`Written to ${file}`);
}

async function configure(
  terminal: TerminalSession,
  changes: ConfigureSessionRequest,
  done: string,
): Promise<void> {
  await terminal.session.configure(changes);
  terminal.note(done);
}

/** Prints lines that contain what agents and others gave. */
function say(terminal: TerminalSession, lines: readonly string[]): void {
  terminal.print([...lines.map((line) => terminal.look.paint('dim', plain(line).replaceAll('\n', ' ')))]);
}
