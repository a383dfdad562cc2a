import { expect, it, onTestFinished, vi } from 'vitest';
import { EventStream } from '../../../src/agents/opencode/event-stream.js';

it('opens the stream again when an event is too long to be kept', async () => {
  const encoder = new TextEncoder();
  const streams = [
    ['data: one\n\n', ...Array.from({ length: 100 }, () => 'data: xxxxxxxxxxxxxxxxxxxx\n')],
    ['data: two\n\n'],
  ];
  const [onData, onReopened] = [vi.fn(), vi.fn()];
  const stream = new EventStream({
    open: async () => {
      const chunks = streams.shift() ?? [];
      return new ReadableStream({
        pull: (controller) => {
          const chunk = chunks.shift();
          if (chunk !== undefined) controller.enqueue(encoder.encode(chunk));
        },
      });
    },
    onData,
    onReopened,
    silenceMs: 60_000,
    backoffMs: [1, 1],
    longestEvent: 1_000,
  });
  onTestFinished(() => stream.stop());
  await stream.start();
  await vi.waitFor(() => expect(onReopened).toHaveBeenCalledOnce());
  expect(onData.mock.calls).toEqual([['one'], ['two']]);
});
