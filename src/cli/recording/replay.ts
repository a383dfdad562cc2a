import { writeFile } from 'node:fs/promises';
import { agents } from '../../agents/index.js';
import type { UniversalEvent } from '../../schema/index.js';
import { changesBetween, Replay, type StreamChange } from '../../server/index.js';
import { counted } from '../terminal/counted.js';
import { paint } from '../terminal/paint.js';
import { UsageError } from '../usage-error.js';
import { eventLine } from './event-line.js';
import { messageDifferences } from './message-shapes.js';
import { type RecordingFile, readRecording } from './recording-file.js';
import type { ReplayFlags } from './replay-command.js';

/** Replays a recording, and shows what is different from what was recorded. */
export async function replay(file: string, { json, against, update }: ReplayFlags): Promise<void> {
  const recording = await readRecording(file);
  const { header, lines } = recording;
  const agent = agents.find(({ id }) => id === header.agent);
  if (!agent)
    throw new UsageError(`${file} is of the agent ${header.agent}, which this version does not know`);
  const { made, recorded, lines: now } = run(recording, new Replay(header, agent));
  const changes = changesBetween(recorded, made);
  const protocol = against === undefined ? [] : await messageDifferences(recording, against);
  if (json) {
    for (const event of made) console.log(JSON.stringify(event));
    for (const change of changes) console.log(JSON.stringify({ change }));
    for (const difference of protocol) console.log(JSON.stringify({ protocol: difference }));
  } else {
    for (const event of made) console.log(eventLine(event));
    const tested = agent.testedVersions?.includes(header.version ?? '') === false ? ', not tested' : '';
    console.log(
      `\n${agent.name} ${header.version ?? ''}${tested}: ${counted(lines.length - recorded.length, 'input')}, ${counted(made.length, 'event')}`,
    );
    if (!header.complete)
      console.log(
        'It was begun by an earlier version, which did not keep everything: some differences may be due to that.',
      );
    console.log(summary(changes));
    for (const line of changes.flatMap(describe)) console.log(line);
    for (const difference of protocol) console.log(difference);
    if (against !== undefined && protocol.length === 0)
      console.log(`The same kinds of messages as in ${against}.`);
  }
  if (update) {
    await writeFile(file, [header, ...now].map((line) => `${JSON.stringify(line)}\n`).join(''));
    return;
  }
  if (changes.length > 0 || protocol.length > 0) process.exitCode = 1;
}

/** The recorded events, those of the replay, and the lines with the latter in place of the former. */
function run({ lines }: RecordingFile, replaying: Replay) {
  const recorded: UniversalEvent[] = [];
  const now: object[] = [];
  for (const line of lines) {
    if ('out' in line) {
      recorded.push(line.out);
      continue;
    }
    const before = replaying.events.length;
    replaying.take(line.in);
    now.push(line, ...replaying.events.slice(before).map((event) => ({ out: event })));
  }
  return { made: replaying.events, recorded, lines: now };
}

function summary(changes: readonly StreamChange[]): string {
  if (changes.length === 0) return `${paint('green', '✓')} the same events as recorded`;
  return `${paint('red', '✗')} ${counted(changes.length, 'event')} differ${changes.length === 1 ? 's' : ''} from what was recorded`;
}

function describe(change: StreamChange): string[] {
  const whole = (event: UniversalEvent) => `${event.sequence} ${event.type} ${JSON.stringify(event.data)}`;
  if (change.type === 'changed')
    return [paint('red', `- ${whole(change.before)}`), paint('green', `+ ${whole(change.after)}`)];
  return change.type === 'removed'
    ? [paint('red', `- ${whole(change.event)}`)]
    : [paint('green', `+ ${whole(change.event)}`)];
}
