import type { Question, QuestionData } from '../../../client/index.js';
import { answersOf, type Choices, noChoices, pick } from '../../../text/choices.js';
import type { Key } from '../../terminal/keyboard.js';
import type { Look } from '../../terminal/look.js';
import { renderMarkdown } from '../../terminal/markdown/render.js';
import { plainLine } from '../../terminal/untrusted.js';
import { wrap } from '../../terminal/wrap.js';
import { Editor } from '../input/editor.js';
import { keyLine, type Prompt } from './prompt.js';

const MOST_DIGITS = 9;
/** Rows that the options and keys take besides the question itself. */
const OTHER_ROWS = 6;

export interface QuestionDeps {
  answer(answers: string[][]): void;
  decline(): void;
  /** The name of the sub-agent that asks; null for the main thread. */
  asker: string | null;
}

/** Questions, one after the other: answered by digits, or with a text of one's own. */
export class QuestionPrompt implements Prompt {
  readonly id: string;
  readonly #questions: readonly Question[];
  readonly #deps: QuestionDeps;
  #choices: Choices;
  #at = 0;
  /** While a text is typed. */
  #editor: Editor | null = null;

  constructor(data: QuestionData, deps: QuestionDeps) {
    this.id = data.question_id;
    this.#questions = data.questions;
    this.#deps = deps;
    this.#choices = noChoices(data.questions);
    this.#enter(0);
  }

  render(look: Look, rows: number) {
    const { header, prompt, options, multi_select: isMulti } = this.#question;
    const number =
      this.#questions.length > 1 ? `Question ${this.#at + 1} of ${this.#questions.length}` : 'Question';
    const asker = this.#deps.asker === null ? '' : ` (asked by ${plainLine(this.#deps.asker)})`;
    const head =
      look.paint(['bold', 'yellow'], [number, plainLine(header)].filter(Boolean).join(' · ')) +
      look.paint('dim', asker);
    const inner = { ...look, width: look.width - 2 };
    const bar = look.paint('yellow', '│ ');
    const asked = renderMarkdown(prompt, inner);
    const room = Math.max(4, rows - options.length * 2 - OTHER_ROWS);
    const shown = asked.length > room ? [look.paint('dim', '…'), ...asked.slice(-room)] : asked;
    const { labels } = this.#choices[this.#at]!;
    const choices = options.flatMap(({ label, description }, index) => {
      const box = isMulti ? (labels.includes(label) ? '☑ ' : '☐ ') : '';
      const key = look.paint(['bold', 'cyan'], String(index + 1));
      const text = `${box}${plainLine(label)}${description ? look.paint('dim', `  ${plainLine(description)}`) : ''}`;
      return wrap(text, inner.width, { first: ` ${key} `, rest: '   ' });
    });
    const lines = [
      head,
      ...[...shown, ...(shown.length > 1 && choices.length > 0 ? [''] : []), ...choices].map(
        (line) => bar + line,
      ),
    ];
    if (!this.#editor) return { lines: [...lines, this.#keyLine(look)] };
    const typed = this.#editor.render(look, 'type your answer, Enter sends it');
    return {
      lines: [...lines, ...typed.lines],
      cursor: { line: lines.length + typed.line, column: typed.column },
    };
  }

  press(key: Key): void {
    if (this.#editor) return this.#type(key, this.#editor);
    const { options, multi_select: isMulti } = this.#question;
    const option = options.slice(0, MOST_DIGITS)[Number(key.text || 'none') - 1];
    if (option) {
      this.#choices = pick(this.#choices, this.#at, option.label, isMulti);
      if (!isMulti) this.#next();
    } else if (key.name === 'return' && isMulti) this.#next();
    else if (key.name === 't' && !key.ctrl) this.#editor = new Editor();
    else if (key.name === 'n' && !key.ctrl) this.#deps.decline();
  }

  get #question(): Question {
    return this.#questions[this.#at]!;
  }

  #type(key: Key, editor: Editor): void {
    if (key.name === 'escape') {
      if (this.#question.options.length > 0) this.#editor = null;
      else this.#deps.decline();
      return;
    }
    const text = editor.press(key);
    if (text === null) return;
    this.#choices = this.#choices.with(this.#at, { ...this.#choices[this.#at]!, text });
    this.#next();
  }

  #next(): void {
    if (this.#at + 1 < this.#questions.length) return this.#enter(this.#at + 1);
    this.#deps.answer(answersOf(this.#choices));
  }

  #enter(at: number): void {
    this.#at = at;
    this.#editor = this.#question.options.length === 0 ? new Editor() : null;
  }

  #keyLine(look: Look): string {
    const { options, multi_select: isMulti } = this.#question;
    const digits = options.length === 1 ? '1' : `1-${Math.min(options.length, MOST_DIGITS)}`;
    const more = [['t', 'type an answer'] as const, ['n', 'decline'] as const];
    if (!isMulti) return keyLine([[digits, 'choose'], ...more], look);
    return keyLine([[digits, 'mark'], ['Enter', 'confirm'], ...more], look);
  }
}
