import { contentOf } from '../../client/index.js';
import { outputsOfTurn } from './outputs.js';
import { RawAnswers } from './raw-answers.js';
import type { Run } from './run.js';
import { outcomeOf, type RunEnd } from './run-end.js';
import { TerminalSession } from './terminal-session.js';
import { Unattended } from './unattended.js';
import { textOf } from './view/message.js';

/** Shows a turn to people, and asks them what the agent asks. */
export async function runInTerminal(begun: Run): Promise<RunEnd> {
  const { client, session, info, prompt, flags, hint, after, send } = begun;
  const { isPiped, ...outputs } = outputsOfTurn(flags.onRequest === undefined);
  const answers = isPiped ? new RawAnswers((text) => process.stdout.write(text)) : null;
  const terminal = new TerminalSession({
    ...outputs,
    ...{ client, session, info, hidesAnswers: isPiped },
    // The user has just typed it.
    showsMessage: (row) => textOf(contentOf(row)) !== prompt,
    onRow: (row) => answers?.take(row),
    onEvent: (event) => {
      if (!outputs.keyboard) unattended.take(event);
    },
  });
  const unattended = new Unattended({
    session,
    onRequest: flags.onRequest ?? 'fail',
    warn: (message) => terminal.note(message, 'yellow'),
    onReply: (id) => terminal.requests.markOurs(id),
  });
  terminal.activity = `Starting ${info.agent}`;
  if (hint !== null) terminal.note(hint, 'yellow');
  terminal.open();
  try {
    terminal.follow([], after, null);
    if (after > 0 && outputs.keyboard) terminal.requests.add(await session.requests());
    else if (after > 0) await unattended.takeEarlier();
    const sent = send();
    const turn = outcomeOf(sent);
    const end = await Promise.race([turn, terminal.left, unattended.failed]);
    // A session that ends with its turn has an outcome still.
    const final = end === 'ended' ? await turn : end;
    terminal.note(closingWords(final, session.id));
    return final;
  } finally {
    terminal.close();
  }
}

function closingWords(end: RunEnd, id: string): string {
  if (end === 'detached') return `The session goes on; see it with: greenroom attach ${id}`;
  if (end === 'ended' || end === 'lost') return `Session ${id}`;
  return `Go on with: greenroom attach ${id}`;
}
