import type { QuestionData } from '../../client/index.js';
import { EXIT } from '../exit-codes.js';
import { counted } from '../terminal/counted.js';
import { UsageError } from '../usage-error.js';

type Question = QuestionData['questions'][number];

/** One list of answers per question, from one text per question. */
export function answersOf(questions: readonly Question[], texts: readonly string[]): string[][] {
  if (texts.length === questions.length) return questions.map((each, nth) => answersTo(each, texts[nth]!));
  throw new UsageError(
    `there ${questions.length === 1 ? 'is' : 'are'} ${counted(questions.length, 'question')}, but ${counted(texts.length, 'answer')}; quote an answer of several words, and leave a question open with ""`,
    EXIT.usage,
  );
}

/** An option by its label or number, several of them separated by commas, or any other text. */
function answersTo({ options, multi_select }: Question, text: string): string[] {
  if (text.trim() === '') return [];
  const whole = labelOf(options, text);
  if (whole !== null) return [whole];
  if (!multi_select) return [freeText(options, text)];
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => labelOf(options, part) ?? freeText(options, part));
}

function labelOf(options: Question['options'], text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const named = options.find(({ label }) => label.toLowerCase() === wanted);
  const numbered = /^\d+$/.test(wanted) ? options[Number(wanted) - 1] : undefined;
  return (named ?? numbered)?.label ?? null;
}

/** A number that no option has is a mistake. */
function freeText(options: Question['options'], text: string): string {
  if (options.length === 0 || !/^\d+$/.test(text.trim())) return text;
  throw new UsageError(`no option has the number ${text.trim()}; there are ${options.length}`, EXIT.usage);
}
