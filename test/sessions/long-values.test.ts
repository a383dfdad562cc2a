import { describe, expect, it } from 'vitest';
import type { LongValue } from '../../src/log/index.js';
import type { Draft } from '../../src/schema/index.js';
import { LongValues } from '../../src/sessions/long-values.js';

const MIB = 1024 * 1024;
/** Two bytes per character: as many characters as half the limit in bytes are still short. */
const long = 'ä'.repeat(MIB / 2);
const short = 'ä'.repeat(MIB / 2 - 1);

function rig() {
  const kept: LongValue[] = [];
  const values = new LongValues({ sessionId: 's', keep: (value) => void kept.push(value) });
  const contentOf = (ref: unknown) => {
    const { href } = ref as { href: string };
    const parts = kept.filter(({ valueId }) => href === `/v1/sessions/s/values/${valueId}`);
    expect(parts.map(({ part }) => part)).toEqual([...parts.keys()]);
    return JSON.parse(parts.map(({ content }) => content).join(''));
  };
  return { kept, values, contentOf };
}

const ref = (value: unknown) => ({
  truncated: true,
  bytes: Buffer.byteLength(JSON.stringify(value)),
  href: expect.stringMatching(/^\/v1\/sessions\/s\/values\/val_[0-9a-z]{32}$/),
});

describe('long values', () => {
  it('are taken out of the content of items, and can be found by their reference', () => {
    const { values, contentOf } = rig();
    const draft: Draft = {
      type: 'item.completed',
      item: {
        key: 'a',
        kind: 'tool_call',
        content: [
          { type: 'tool_call', name: 't', arguments: long, call_id: 'c', kind: 'other', title: 't' },
          { type: 'file_ref', path: 'p', action: 'patch', diff: long },
          { type: 'json', json: { deep: [long] } },
          { type: 'text', text: long },
        ],
      },
    };
    const { drafts } = values.takeOut([draft], JSON.stringify(draft));
    const [call, file, json, text] = (drafts[0] as typeof draft).item.content as never[] as Record<
      string,
      never
    >[];
    expect(JSON.parse(call!.arguments!)).toEqual(ref(long));
    expect(contentOf(JSON.parse(call!.arguments!))).toBe(long);
    expect([file!.diff, json!.json]).toEqual([ref(long), ref({ deep: [long] })]);
    expect(contentOf(json!.json)).toEqual({ deep: [long] });
    // Continued by further items instead.
    expect(text!.text).toBe(long);
  });

  it('are taken out of permissions, even if the native payload is short', () => {
    const { values, contentOf } = rig();
    const metadata = {
      tool: 't',
      kind: 'edit',
      title: 't',
      input: { long },
      diff: long,
      replies: [],
      native: {},
    } as const;
    const draft = { type: 'permission.requested', key: 'p', action: 'a', metadata } as unknown as Draft;
    const { drafts } = values.takeOut([draft], '{}');
    const asked = (drafts[0] as { metadata: Record<string, unknown> }).metadata;
    expect(asked).toMatchObject({ tool: 't', diff: ref(long), input: ref({ long }), native: {} });
    expect(contentOf(asked.diff)).toBe(long);
  });

  it('are native payloads, too', () => {
    const { values, contentOf } = rig();
    const raw = values.takeOut([], JSON.stringify({ long })).raw!;
    expect(JSON.parse(raw)).toEqual(ref({ long }));
    expect(contentOf(JSON.parse(raw))).toEqual({ long });
  });

  it('are stored once, however often the drafts of a payload come with it', () => {
    const { values, kept } = rig();
    const payload = JSON.stringify(long);
    const raws = [1, 2].map(() => values.takeOut([], payload).raw);
    expect(raws[0]).toBe(raws[1]);
    expect(values.takeOut([], JSON.stringify(`${long}!`)).raw).not.toBe(raws[0]);
    expect(new Set(kept.map(({ valueId }) => valueId)).size).toBe(2);
  });

  it('are stored a part at a time before the drafts of a payload, which then refer to them', () => {
    const { values, kept, contentOf } = rig();
    const payload = JSON.stringify(long);
    const { steps, valueId } = values.inSteps(payload)!;
    const counts = steps.map((step) => {
      step();
      return kept.length;
    });
    expect(counts).toEqual([1, 2, 2]);
    const { raw } = values.takeOut([], null);
    expect(raw).toBeNull();
    const refs = [1, 2].map(() => JSON.parse(values.takeOut([], payload).raw!));
    expect(refs).toEqual([ref(long), refs[0]]);
    expect(refs[0].href).toContain(valueId);
    expect(contentOf(refs[0])).toBe(long);
    expect(kept).toHaveLength(2);
    expect(values.inSteps(JSON.stringify(short))).toBeNull();
  });

  it('are stored in parts, cut between code points', () => {
    const { values, kept, contentOf } = rig();
    const text = `${'x'.repeat(512 * 1024 - 2)}${'😀'.repeat(300_000)}`;
    const { raw } = values.takeOut([], JSON.stringify(text));
    expect(contentOf(JSON.parse(raw!))).toBe(text);
    expect(kept).toHaveLength(3);
    expect(kept.every(({ content }) => Buffer.from(content).toString() === content)).toBe(true);
  });

  it('are only those over the limit', () => {
    const { values, kept } = rig();
    const draft: Draft = {
      type: 'item.started',
      item: {
        key: 'a',
        kind: 'message',
        content: [{ type: 'file_ref', path: 'p', action: 'write', diff: short }],
      },
    };
    const text = JSON.stringify('short');
    expect(values.takeOut([draft], text)).toEqual({ drafts: [draft], raw: text });
    expect(kept).toEqual([]);
  });
});
