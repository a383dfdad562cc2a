import type { Question } from '../schema/index.js';

/** The choices so far, per question: picked options and free text. */
export type Choices = readonly { labels: readonly string[]; text: string }[];

export function noChoices(questions: readonly Question[]): Choices {
  return questions.map(() => ({ labels: [], text: '' }));
}

/** Picks an option; with multiple choice, picking it again removes it. */
export function pick(choices: Choices, index: number, label: string, isMulti: boolean): Choices {
  const { labels, text } = choices[index]!;
  const others = isMulti ? labels.filter((each) => each !== label) : [];
  const isPicked = isMulti && labels.includes(label);
  return choices.with(index, { labels: isPicked ? others : [...others, label], text });
}

/** One list of answers per question; free text comes last. */
export function answersOf(choices: Choices): string[][] {
  return choices.map(({ labels, text }) => [...labels, ...(text.trim() ? [text.trim()] : [])]);
}

/** The question that digit keys apply to: the first unanswered one, else the last. */
export function activeOf(choices: Choices): number {
  const open = answersOf(choices).findIndex((answers) => answers.length === 0);
  return open < 0 ? choices.length - 1 : open;
}
