import { describe, expect, it } from 'vitest';
import { ConversationView } from '../../../src/cli/conversation/view/conversation-view.js';
import { look } from '../../../src/cli/terminal/look.js';
import { Transcript } from '../../../src/client/index.js';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { testDaemon } from '../../support/daemon.js';

/** The events of a turn of the mock agent. */
async function turnOf(message: string): Promise<UniversalEvent[]> {
  const daemon = await testDaemon();
  await daemon.create('s', { permissionMode: 'bypass' });
  const client = await daemon.connect();
  await client.call('session/subscribe', { sessionId: 's' });
  await daemon.say('s', message);
  await client.event('s', 'turn.ended');
  return daemon.events('s');
}

function viewOf(holdsPlans: boolean, columns = 61) {
  const transcript = new Transcript();
  const view = new ConversationView(transcript, {
    look: () => look(columns, false),
    agent: 'mock',
    holdsPlans,
    hidesAnswers: false,
    isOurs: () => true,
    showsMessage: () => false,
  });
  const take = (event: UniversalEvent) => {
    const row = transcript.apply(event);
    if (row) view.change(row);
  };
  return { view, take };
}

/** What is printed, with what differs from run to run left out. */
function printed(events: readonly UniversalEvent[], { holdsPlans = true, atOnce = false } = {}): string {
  const { view, take } = viewOf(holdsPlans);
  const lines: string[] = [];
  for (const event of events) {
    take(event);
    if (!atOnce) lines.push(...view.print());
  }
  return [...lines, ...view.print()].join('\n').replace(/Completed · .*/, 'Completed');
}

describe('the view of a conversation', () => {
  it('labels and indents what sub-agents do', async () => {
    expect(printed(await turnOf('subagent talk 5'))).toMatchInlineSnapshot(`
      "I will ask a sub-agent.

      ╭ Say 5 words
      │ word0 word1 word2 word3 word4
      │
      │ ✓ Done: Say 5 words

      ✓ ◆ Sub-agent Say 5 words
        ⎿ I have said 5 words.

      Completed"
    `);
  });

  it('shows a plan once while a turn runs, or each time it changes', async () => {
    const events = await turnOf('todo');
    expect(printed(events)).toMatchInlineSnapshot(`
      "Plan 2 of 3 done
        ☑ Read the code
        ☑ Change one line
        ▸ Run the tests

      Completed"
    `);
    expect(printed(events, { holdsPlans: false }).match(/^Plan/gm)).toHaveLength(3);
    expect(printed(events, { atOnce: true }).match(/^Plan/gm)).toHaveLength(1);
  });

  it('shows thoughts, notices and retries apart from answers', async () => {
    expect(printed(await turnOf('Answer briefly and include your reasoning.'))).toMatchInlineSnapshot(`
      "∴ The question is short, so the answer may be short too.

      ∴ Nobody needs to read this.

      Here is a brief answer, with its reasoning above.

      Completed"
    `);
    expect(printed(await turnOf('retry'))).toMatchInlineSnapshot(`
      "↻ Retrying (Overloaded 529): The model is overloaded;
        trying again

      It worked the second time.

      Completed"
    `);
  });

  it('shows the last lines of a running command, and shortens its output when it has ended', async () => {
    const events = await turnOf('shell seq 30');
    const { view, take } = viewOf(true);
    const isEnd = ({ type, data }: UniversalEvent) =>
      type === 'item.completed' && 'item' in data && data.item.kind === 'tool_result';
    for (const event of events.slice(0, events.findIndex(isEnd))) {
      take(event);
      view.print();
    }
    const now = Date.parse(events[0]!.time) + 3_000;
    expect(view.live(now).join('\n')).toMatch(
      / \$ Run seq 30 {2}\S+ s\n {2}⎿ … 25 earlier lines\n {4}26\n[\s\S]* {4}30$/,
    );
    expect(printed(events)).toMatch(
      /✓ \$ Run seq 30\n {2}⎿ 1\n {4}2\n {4}3\n {4}… 24 more lines\n {4}28\n {4}29\n {4}30\n/,
    );
  });

  it('says how to log in when that is what is missing', async () => {
    const events = await turnOf('error');
    const failed = events.map((event) =>
      event.type === 'error'
        ? { ...event, data: { ...event.data, details: { category: 'auth' as const, status: 401 } } }
        : event,
    );
    expect(printed(failed)).toMatch(
      /✗ Error \(Authentication 401\): [\s\S]*\n {2}log in with: greenroom agents login mock\n/,
    );
  });

  it('prints whatever arrives at once like what arrives one by one', async () => {
    for (const message of ['markdown', 'tool', 'status', 'image', 'unknown']) {
      const events = await turnOf(message);
      expect(printed(events, { atOnce: true })).toBe(printed(events));
    }
  });
});
