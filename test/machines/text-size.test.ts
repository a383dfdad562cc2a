import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endWithin, noText, sizeWith } from '../../machines/session/text-size.js';

/** Texts of all planes, cut anywhere. */
const text = fc
  .array(fc.constantFrom('a', 'bc', 'ü', '語', '🎭', '\u0000'), { maxLength: 12 })
  .map((parts) => parts.join(''));
const cutText = fc
  .tuple(text, fc.nat({ max: 20 }))
  .map(([whole, at]) => [whole.slice(0, at), whole.slice(at)] as const);

describe('the size of a text', () => {
  it('is that of its UTF-8, however it is cut', () => {
    fc.assert(
      fc.property(cutText, ([first, second]) => {
        expect(sizeWith(sizeWith(noText, first), second).bytes).toBe(Buffer.byteLength(first + second));
      }),
    );
  });
});

describe('the end within a limit', () => {
  it('is the last place between code points up to which the text fits', () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.nat({ max: 3 }),
        fc.integer({ min: 4, max: 12 }),
        (head, tail, skip, limit) => {
          const from = Math.min([...tail].slice(0, skip).join('').length, tail.length);
          const before = sizeWith(noText, head);
          const end = endWithin(tail, from, before, limit);
          const points = [...tail.slice(from)];
          let expected = from;
          let bytes = before.bytes;
          for (const [index, point] of points.entries()) {
            bytes += Buffer.byteLength(point);
            if (bytes > limit && !(before.bytes === 0 && index === 0)) break;
            expected += point.length;
          }
          expect(end).toBe(expected);
        },
      ),
    );
  });
});
