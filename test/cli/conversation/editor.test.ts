import { describe, expect, it } from 'vitest';
import { Editor } from '../../../src/cli/conversation/input/editor.js';
import { look } from '../../../src/cli/terminal/look.js';

const plainLook = look(21, false);

/** `^a` is Ctrl-A, `<left>` a named key, and everything else is typed. */
function press(editor: Editor, keys: string): string[] {
  const submitted: string[] = [];
  for (const [key] of keys.matchAll(/\^\w|<[\w-]+>|[\s\S]/gu)) {
    const isMeta = key.startsWith('<meta-');
    const name = key.replace(/^\^|^<(?:meta-)?|>$/g, '');
    const isNamed = key.length > 1 && (key.startsWith('<') || key.startsWith('^'));
    const given = {
      name,
      text: isNamed ? '' : key,
      ctrl: key.startsWith('^'),
      meta: isMeta,
      isPasted: false,
    };
    const text = editor.press(given);
    if (text !== null) submitted.push(text);
  }
  return submitted;
}

/** The lines, with `|` at the cursor. */
function shown(editor: Editor): string {
  const { lines, line, column } = editor.render(plainLook, 'hint');
  return lines
    .map((each, index) => (index === line ? `${each.slice(0, column)}|${each.slice(column)}` : each))
    .join('\n');
}

describe('the line editor', () => {
  it.each([
    ['characters', 'abc', '› abc|'],
    ['movements', 'abc<left><left>x<end>y', '› axbcy|'],
    ['backspace and delete', 'abcd<backspace><home><delete>', '› |bc'],
    ['words', 'one two three^w<meta-b>x', '› one x|two '],
    ['the ends of a line', 'abc^ax^ey', '› xabcy|'],
    ['deleting to the ends', 'abcdef<left><left>^k^a<right>^u', '› |bcd'],
    ['several lines', 'one\\<return>two<up>!', '› one!|\n  two'],
    ['lines of other lengths', 'a<meta-return>long<up><down><end>', '› a\n  long|'],
    ['long lines', 'abcdefghijklmnopqrstu', '› abcdefghijklmnopqr\n  stu|'],
    ['characters of several code points', 'a👩‍💻<backspace>b', '› ab|'],
    ['nothing', '', '› |hint'],
  ])('handles %s', (_, keys, expected) => {
    const editor = new Editor();
    press(editor, keys);
    expect(shown(editor)).toBe(expected);
  });

  it('submits a text, and nothing without one', () => {
    const editor = new Editor();
    expect(press(editor, 'one<return> <return><return>a\\<return>b<return>')).toEqual(['one', 'a\nb']);
    expect(editor.text).toBe('');
  });

  it('brings back what was submitted, and the draft', () => {
    const editor = new Editor(['older']);
    press(editor, 'newer<return>draft<up>');
    expect(editor.text).toBe('newer');
    press(editor, '<up><up>');
    expect(editor.text).toBe('older');
    press(editor, '<down><down><down>');
    expect(editor.text).toBe('draft');
  });
});
