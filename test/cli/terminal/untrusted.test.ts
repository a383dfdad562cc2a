import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outputLines, plain, plainLine } from '../../../src/cli/terminal/untrusted.js';

const ESC = '\u001b';

describe('plain text', () => {
  it.each([
    ['a colour', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['a movement of the cursor', `over${ESC}[2K${ESC}[1Awritten`, 'overwritten'],
    ['a title', `${ESC}]0;owned\u0007text`, 'text'],
    ['a link that hides its address', `${ESC}]8;;http://evil.example${ESC}\\here${ESC}]8;;${ESC}\\`, 'here'],
    ['the clipboard', `a${ESC}]52;c;aGVsbG8=${ESC}\\b`, 'ab'],
    ['a title without an end', `${ESC}]0;owned\nnext line`, '\nnext line'],
    ['sequences of one character', '\u009b31mred\u009d0;title\u009c', 'red'],
    ['a device control string', `${ESC}P1$r${ESC}\\x`, 'x'],
    ['a reset of the terminal', `${ESC}cx`, 'x'],
    ['bells and backspaces', 'a\u0007b\u0008c\u007f', 'abc'],
    ['text that is reordered', 'if \u202e(admin)\u2066', 'if (admin)'],
    ['carriage returns', 'one\r\ntwo\rthree', 'one\ntwothree'],
    ['an escape at the end', `end${ESC}`, 'end'],
  ])('has no %s', (_, text, shown) => {
    expect(plain(text)).toBe(shown);
  });

  it('keeps emoji that are joined, accents and tabs as spaces', () => {
    expect(plain('👩‍💻 ünïcödé\tx')).toBe('👩‍💻 ünïcödé    x');
  });

  it('never has a control character, whatever the text', () => {
    const pieces = fc.constantFrom(
      ESC,
      '[',
      ']',
      '0',
      ';',
      'm',
      '\u0007',
      '\\',
      '\u009b',
      '\u009d',
      'a',
      '\n',
      '\r',
      'P',
    );
    fc.assert(
      fc.property(fc.array(pieces), (given) => {
        const rest = [...plain(given.join(''))].filter((character) => character !== '\n');
        expect(
          rest.every((character) => character >= ' ' && !(character >= '\u007f' && character < '\u00a0')),
        ).toBe(true);
      }),
    );
  });

  it('is put on one line', () => {
    expect(plainLine(` a\n\n b${ESC}[1m  c `)).toBe('a b c');
  });
});

describe('the output of a program', () => {
  it('keeps its colours, and ends them with each line', () => {
    expect(outputLines(`${ESC}[31mred\nstill${ESC}[0m\nnot`, true)).toEqual([
      `${ESC}[31mred${ESC}[0m`,
      `${ESC}[31mstill${ESC}[0m${ESC}[0m`,
      'not',
    ]);
  });

  it('has no colours where there are none', () => {
    expect(outputLines(`${ESC}[31mred${ESC}[0m`, false)).toEqual(['red']);
  });

  it.each(['8', '5', '1;8', '38;5;1;8'])('is neither hidden nor blinking: %s', (codes) => {
    expect(outputLines(`${ESC}[${codes}mtext`, true)).toEqual(['text']);
  });

  it.each(['38;5;8', '48;2;5;8;6', '1;31', '90'])('has all colours: %s', (codes) => {
    expect(outputLines(`${ESC}[${codes}mtext`, true)).toEqual([`${ESC}[${codes}mtext${ESC}[0m`]);
  });

  it('does not move the cursor', () => {
    expect(outputLines(`${ESC}[2J${ESC}[Htext${ESC}]0;title\u0007`, true)).toEqual(['text']);
  });

  it('has only the last state of a progress bar', () => {
    expect(outputLines('10%\r50%\r100%\r\ndone', false)).toEqual(['100%', 'done']);
  });
});
