import { eventText } from '../../hub/index.js';
import type { EventLog } from '../../log/index.js';
import type { SessionInfo, UniversalEvent } from '../../schema/index.js';
import { batches } from './batches.js';
import { inert } from './inert-markdown.js';
import { continuationOf, paragraphOf } from './markdown.js';
import { OutputBlock } from './output-block.js';

export async function* jsonLines(log: EventLog, sessionId: string, raw: boolean): AsyncGenerator<string> {
  for await (const batch of batches(log, sessionId, raw)) {
    yield batch.events.map((_, i) => `${eventText(batch, i, raw)}\n`).join('');
  }
}

/** The conversation as a Markdown document. */
export async function* markdown(log: EventLog, info: SessionInfo): AsyncGenerator<string> {
  yield `# ${inert((info.title ?? info.sessionId).replace(/\s+/g, ' '))}\n\n${info.agent}, ${new Date(info.createdAt).toISOString()}\n`;
  /** The item of the last paragraph, which may go on in another one. */
  let last: string | null = null;
  /** The block of the last paragraph, if that is the output of a tool. */
  let output: OutputBlock | null = null;
  /** To be written after the last paragraph if it does not go on. */
  let end = '';
  for await (const batch of batches(log, info.sessionId, false)) {
    let text = '';
    for (const each of batch.events) {
      // Most events are deltas, which the document leaves out: not worth parsing.
      if (isDelta(each)) continue;
      const event = JSON.parse(each) as UniversalEvent;
      const paragraph = paragraphOf(event);
      if (!paragraph) continue;
      const item = event.type === 'item.completed' ? event.data.item : null;
      const isSame = last !== null && item?.continues === last;
      const more = isSame && item ? (output ? output.add(item) : continuationOf(item)) : null;
      if (more !== null) text += more;
      else {
        const begun = item && OutputBlock.begin(item);
        output = begun?.block ?? null;
        text += `${end}\n${begun?.text ?? paragraph}`;
      }
      end = output && item ? output.end(item) : '\n';
      last = item?.item_id ?? null;
    }
    if (text) yield text;
  }
  yield end;
}

/** Without parsing: the event's type is the first field of that name, since those before it are plain values. */
function isDelta(event: string): boolean {
  return event.startsWith('"type":"item.delta"', event.indexOf('"type":"'));
}
