import { describe, expect, it } from 'vitest';
import { noText, type OpenItem } from '../../machines/index.js';
import {
  callerOf,
  itemAt,
  itemById,
  itemsInOrder,
  noOpenItems,
  oldestItem,
  openItemsOf,
  withOpenItem,
  withoutItemAt,
} from '../../machines/session/open-items.js';

function item(number: number, more: Partial<OpenItem> = {}): OpenItem {
  const none = { native: null, parent: null, thread: null, continues: null, role: null };
  return {
    ...none,
    id: `itm_${number}`,
    number,
    key: `k${number}`,
    kind: 'message',
    content: [],
    text: '',
    size: noText,
    before: null,
    ...more,
  };
}

const call = (callId: string): Partial<OpenItem> => ({
  content: [{ type: 'tool_call', name: 't', arguments: '{}', call_id: callId }],
});

describe('open items', () => {
  it.each(['k2', 'constructor', '__proto__', '7'])('are found by key %s and by id', (key) => {
    const second = item(2, { key });
    const open = openItemsOf([item(1), second, item(3)]);
    expect([itemAt(open, key), itemById(open, 'itm_2')]).toEqual([second, second]);
    const without = withoutItemAt(open, key);
    expect([itemAt(without, key), itemById(without, 'itm_2'), without.size]).toEqual([
      undefined,
      undefined,
      2,
    ]);
    expect(itemAt(JSON.parse(JSON.stringify(open)), key)).toEqual(second);
  });

  it('never inherit one', () => {
    expect([itemAt(noOpenItems, 'constructor'), itemById(noOpenItems, '__proto__')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('are found by the calls they make, the oldest first', () => {
    const open = openItemsOf([item(1, call('c')), item(2, call('c')), item(3, call('d'))]);
    expect(callerOf(open, 'c', '')?.number).toBe(1);
    expect(callerOf(open, 'c', 'k1')?.number).toBe(2);
    expect(callerOf(withoutItemAt(open, 'k1'), 'c', '')?.number).toBe(2);
    expect(callerOf(withoutItemAt(open, 'k3'), 'd', '')).toBeUndefined();
  });

  it('are in the order in which they started', () => {
    const open = openItemsOf([item(10), item(9), item(11)]);
    expect(itemsInOrder(open).map(({ number }) => number)).toEqual([9, 10, 11]);
    expect(oldestItem(open, ({ number }) => number > 9)?.number).toBe(10);
  });

  it('keep their place when their text grows, and earlier versions stay as they were', () => {
    const open = openItemsOf([item(1), item(2)]);
    const grown = withOpenItem(open, item(1, { text: 'more' }));
    expect(itemsInOrder(grown).map(({ text }) => text)).toEqual(['more', '']);
    expect(itemsInOrder(open).map(({ text }) => text)).toEqual(['', '']);
    expect(grown.size).toBe(2);
  });

  it('share nearly everything with the version before a change, however many there are', () => {
    const open = openItemsOf(Array.from({ length: 4000 }, (_, i) => item(i + 1)));
    const changed = withOpenItem(open, item(17, { text: 'more' }));
    const stretches = changed.items.filter((stretch, at) => open.items[at] !== stretch);
    expect(stretches).toHaveLength(1);
    expect(stretches[0]!.length).toBeLessThan(4000 / 16);
    expect(changed).toEqual({ ...open, items: changed.items });
    const fewer = withoutItemAt(open, 'k17');
    const buckets = fewer.byKey.filter((bucket, at) => open.byKey[at] !== bucket);
    expect(buckets).toHaveLength(1);
    expect(buckets[0]!.length).toBeLessThan(4000 / 16);
  });
});
