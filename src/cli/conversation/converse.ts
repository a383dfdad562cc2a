import { homedir } from 'node:os';
import type {
  GreenroomClient,
  PendingRequests,
  Session,
  SessionInfo,
  UniversalEvent,
} from '../../client/index.js';
import type { Look } from '../terminal/look.js';
import { plainLine } from '../terminal/untrusted.js';
import { truncate } from '../terminal/wrap.js';
import { MessageInput } from './input/message-input.js';
import { runSlashCommand } from './input/slash-commands.js';
import { outputsOfConversation } from './outputs.js';
import { TerminalSession } from './terminal-session.js';
import { textOf } from './view/message.js';

export interface Conversation {
  client: GreenroomClient;
  session: Session;
  info: SessionInfo;
  /** What was said so far, or the end of it. */
  past: readonly UniversalEvent[];
  /** What is asked already. */
  requests: PendingRequests | null;
  isReadOnly: boolean;
  hint?: string | null;
}

/** A conversation in the terminal, until the user leaves it or the session ends. */
export async function converse(given: Conversation): Promise<TerminalSession> {
  const { client, session, info, past, requests, hint = null } = given;
  const outputs = outputsOfConversation();
  const isReadOnly = given.isReadOnly || outputs.keyboard === null;
  const terminal = new TerminalSession({
    ...outputs,
    client,
    session,
    info,
    isReadOnly,
    showsMessage: () => true,
  });
  terminal.print(heading(info, outputs.look(), isReadOnly));
  if (hint !== null) terminal.note(hint, 'yellow');
  if (outputs.keyboard && !isReadOnly) {
    const history = past.flatMap((event) =>
      event.type === 'item.completed' && event.data.item.role === 'user'
        ? [textOf(event.data.item.content)]
        : [],
    );
    terminal.input = new MessageInput({
      history,
      submit: (text) => submit(text, terminal, client),
      leave: () => terminal.leave('detached'),
      isBusy: () => terminal.isBusy,
    });
  }
  terminal.open();
  terminal.draw();
  try {
    terminal.follow(past, past.at(-1)?.sequence ?? 0, requests);
    if (info.ended && !terminal.transcript.ended) terminal.leave('ended');
    const leaving = await terminal.left;
    if (leaving === 'detached' && !info.ended && (past.length > 0 || terminal.hasContent))
      terminal.note(`The session stays; come back with: greenroom attach ${session.id}`);
    return terminal;
  } finally {
    terminal.close();
  }
}

function submit(text: string, terminal: TerminalSession, client: GreenroomClient): void {
  const failed = (error: Error) => terminal.note(error.message, 'red');
  if (runSlashCommand(text, { terminal, client, failed })) return;
  // Its turn is shown by its events.
  terminal.session.send(text).accepted.catch(failed);
}

/** What the conversation is, on two lines. */
function heading(info: SessionInfo, look: Look, isReadOnly: boolean): string[] {
  const { agent, model, directory, sessionId, title, permissionMode } = info;
  const folder = directory?.replace(homedir(), '~');
  const facts = [model, permissionMode !== 'default' && permissionMode, folder].filter(
    (fact) => typeof fact === 'string',
  );
  const name = title ? ` ${truncate(plainLine(title), look.width - agent.length - 4)}` : '';
  const keys = isReadOnly ? 'read-only; Ctrl-C leaves' : '/help for commands, Ctrl-D leaves';
  return [
    `${look.paint(['bold', 'green'], agent)}${name}`,
    look.paint('dim', truncate([...facts.map(plainLine), sessionId].join(' · '), look.width)),
    look.paint('dim', keys),
  ];
}
