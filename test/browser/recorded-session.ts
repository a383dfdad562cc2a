import type { TestContext } from 'vitest';
import type { SessionInfo, UniversalEvent } from '../../src/schema/index.js';
import { recording as claudeRecording } from '../agents/claude/recordings.js';
import { replay as replayClaude } from '../agents/claude/replay.js';
import { readRecording as readCodex } from '../agents/codex/recording.js';
import { replay as replayCodex } from '../agents/codex/replay.js';
import { readRecording as readOpenCode } from '../agents/opencode/recording.js';
import { replay as replayOpenCode } from '../agents/opencode/replay.js';
import { testDaemon } from '../support/daemon.js';
import type { SessionRig } from '../support/session-rig.js';
import { tempFolder } from '../support/temp-folder.js';
import type { withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';
import { type StoredEvent, writeSessions } from './write-sessions.js';

/** What a real agent sent once, through its translator and the session machine. */
const replays = {
  claude: (name: string) => replayClaude(claudeRecording(`2.1.325/${name}`)),
  codex: (name: string) => first(replayCodex(readCodex(name))),
  opencode: (name: string) => first(replayOpenCode(readOpenCode(name))),
} satisfies Record<string, (name: string) => SessionRig>;

function first(sessions: readonly { rig: SessionRig }[]): SessionRig {
  const [session] = sessions;
  if (!session) throw new Error('a recording without a session');
  return session.rig;
}

export interface RecordedOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Shows the conversation as it was when this was first true of an event. */
  until?(event: UniversalEvent): boolean;
}

/** The page of a recorded conversation, served by a daemon. */
export async function recordedSession(
  context: TestContext,
  browser: ReturnType<typeof withBrowser>,
  agent: keyof typeof replays,
  name: string,
  { until, ...page }: RecordedOptions = {},
): Promise<SessionPage> {
  const { events, actor } = replays[agent](name);
  const last = until ? events.findIndex(until) : events.length - 1;
  if (last < 0) throw new Error('the recording has no such event');
  const { usage, contextUsage, costUsd, model } = actor.getSnapshot().context;
  const info: Partial<SessionInfo> = { agent, usage, context: contextUsage, costUsd, model };
  const stored = events.slice(1, last + 1).map(({ type, data }) => ({ type, data }) as StoredEvent);
  const dataFolder = await tempFolder();
  const [started] = events;
  await writeSessions(dataFolder, [
    {
      id: 'one',
      title: name,
      events: stored,
      info: { ...info, directory: '/workspace/demo' },
      ...(started?.type === 'session.started' ? { metadata: started.data.metadata } : {}),
    },
  ]);
  const opened = await SessionPage.open(context, browser, await testDaemon({ dataFolder }), page);
  if (until) await opened.page.goto(`${opened.daemon.url}/ui/#/s/one?view=timeline&at=${last + 1}`);
  return opened;
}
