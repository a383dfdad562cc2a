import { readdirSync, readFileSync } from 'node:fs';
import type { TranslatorInput } from '../../../src/agents/agent.js';
import type { Notice } from '../../../src/agents/amp/notices.js';
import { ampPackage } from '../../../src/agents/amp/package.js';
import { translator } from '../../../src/agents/amp/translate.js';
import { Draft, type PermissionReply } from '../../../src/schema/index.js';
import { SessionRig } from '../../support/session-rig.js';

// biome-ignore lint/suspicious/noExplicitAny: lines of all shapes.
type Json = any;

/** A constructed conversation: see the README beside the files. */
export interface HandMade {
  name: string;
  lines: { dir: 'in' | 'out' | 'notice' | 'interrupt' | 'reply' | 'exit'; line: Json }[];
}

const folder = new URL('../../../fixtures/amp/', import.meta.url);

/** The folder of all conversations. */
const DIRECTORY = '/project';

export const goldenFolder = new URL('golden/', folder).pathname;

export const handMade: HandMade[] = readdirSync(new URL('hand-made/', folder))
  .sort()
  .map((file) => ({
    name: file.replace(/\.ndjson$/, ''),
    lines: readFileSync(new URL(`hand-made/${file}`, folder), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  }));

/** Replays a conversation into a session machine, as the daemon would. */
export function replay({ name, lines }: HandMade, options: { until?: number } = {}): SessionRig {
  const metadata = { agent: 'amp', model: null, mode: 'default', cwd: DIRECTORY };
  const rig = new SessionRig({ sessionId: name, uid: name, metadata });
  rig.send({ type: 'agent.ready', nativeSessionId: null, metadata: { version: ampPackage.version } });
  let state = translator.initial([DIRECTORY]);
  const translate = (input: TranslatorInput<Notice>) => {
    const step = translator.translate(state, input);
    // The state must be plain JSON.
    state = JSON.parse(JSON.stringify(step.state));
    for (const draft of step.drafts) rig.draft(Draft.parse(draft), input.from);
  };
  const notice = (value: Notice) => translate({ from: 'connection', notice: value });
  for (const { dir, line } of lines.slice(0, options.until)) {
    if (dir === 'in') {
      const text = line.message.content[0].text as string;
      const messageId = `message-${rig.events.length}`;
      rig.message(text, { messageId, whenBusy: line.steer ? 'steer' : 'queue' });
      notice({ type: 'prompted', messageId, text, isSteered: line.steer === true });
    } else if (dir === 'interrupt') rig.send({ type: 'command.interrupt' });
    else if (dir === 'reply') reply(rig, line.request, line.reply);
    else if (dir === 'exit') rig.exit(line.code);
    else if (dir === 'notice') notice(line);
    else translate({ from: 'agent', text: JSON.stringify(line) });
  }
  return rig;
}

function reply(rig: SessionRig, request: string, reply: PermissionReply): void {
  const [permissionId = ''] =
    Object.entries(rig.snapshot.context.pending).find(([, { key }]) => key === request) ?? [];
  rig.send({ type: 'command.reply', permissionId, reply, message: null });
}
