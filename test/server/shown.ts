import type { UniversalEvent } from '../../src/schema/index.js';

/** Summarizes a stream as short words that tables of expectations can list. */
export function shown(events: readonly UniversalEvent[]): Set<string> {
  const words = new Set<string>();
  const kinds = new Map<string, string>();
  let deltas = 0;
  let runs = 0;
  for (const event of events) {
    words.add(event.type);
    switch (event.type) {
      case 'item.started':
      case 'item.completed': {
        const { item } = event.data;
        kinds.set(item.item_id, item.kind);
        words.add(`kind:${item.kind}`);
        if (item.status === 'failed') words.add(`failed:${item.kind}`);
        if (
          item.kind === 'message' &&
          item.role === 'assistant' &&
          item.parent_id &&
          kinds.get(item.parent_id) === 'tool_call'
        ) {
          words.add('nested');
        }
        const isRun = item.content.some((part) => part.type === 'status' && part.label === 'agent');
        if (item.thread_id && !isRun) words.add(`thread:${item.kind}`);
        if (isRun && event.type === 'item.started') runs++;
        if (isRun && event.type === 'item.completed') words.add(`run:${item.status}`);
        for (const part of item.content) {
          words.add(`part:${part.type}`);
          if (part.type === 'text' && item.role !== 'user') words.add(`text:${part.text}`);
          if (part.type === 'reasoning') words.add(`reasoning:${part.visibility}`);
          if (part.type === 'status')
            words.add(`status:${part.label}/${part.detail}`).add(`notice:${part.label}`);
          if (part.type === 'tool_call') words.add(`call:${part.name}`).add(`tool:${part.kind}`);
          if (part.type === 'file_ref') words.add(`file:${part.action}`);
        }
        break;
      }
      case 'item.delta':
        if (event.source === 'agent') deltas++;
        words.add(`delta:${kinds.get(event.data.item_id)}`);
        break;
      case 'permission.requested':
        words.add(`action:${event.data.action}`);
        if (event.data.metadata.thread_id) words.add(`thread:${event.type}`);
        break;
      case 'question.requested':
        words.add(`question:${event.data.prompt}`).add(`questions:${event.data.questions.length}`);
        break;
      case 'error':
        words.add(`error:${event.data.code}`).add(`category:${event.data.details.category}`);
        if (event.data.details.retryable) words.add('retried');
        break;
      case 'turn.ended':
        words.add(`outcome:${event.data.metadata.outcome}`).add(`model:${event.data.metadata.model}`);
        if (event.data.metadata.context) {
          const { used_tokens, window_tokens } = event.data.metadata.context;
          words.add(`context:${used_tokens}/${window_tokens}`);
        }
        break;
      case 'session.ended':
        words.add(`reason:${event.data.reason}`).add(`exit:${event.data.exit_code}`);
        break;
    }
  }
  return words.add(`deltas:${deltas}`).add(`runs:${runs}`);
}
