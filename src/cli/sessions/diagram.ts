import { markMermaid } from '../../diagrams/browser.js';
import { writeOutput } from '../terminal/write-output.js';
import type { DiagramFlags, DiagramFormat } from './diagram-command.js';
import { type FoundSession, withSession } from './with-session.js';

/** The name of a session's machine. */
const MACHINE = 'session';

/** Draws the state machine of a session, now or as it was. */
export async function diagram(given: string, flags: DiagramFlags): Promise<void> {
  const { output = '-', at } = flags;
  const format = flags.format ?? formatOf(output);
  await withSession(given, flags, async (found) => {
    const drawing = format === 'svg' ? await found.session.diagram({ at }) : await mermaid(found, at);
    await writeOutput(output, [drawing.endsWith('\n') ? drawing : `${drawing}\n`]);
  });
}

async function mermaid({ client, session }: FoundSession, at: number | undefined): Promise<string> {
  const [machine, { value }] = await Promise.all([
    client.machines.draw(MACHINE, 'mmd'),
    session.state({ at }),
  ]);
  return markMermaid(machine, value);
}

/** Unless it is said, the name of the file decides. */
function formatOf(output: string): DiagramFormat {
  return /\.(mmd|mermaid)$/.test(output) ? 'mmd' : 'svg';
}
