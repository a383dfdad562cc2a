import type { Question } from '../../client/index.js';

/** What is chosen so far, question by question. */
export type Choices = readonly { labels: readonly string[]; words: string }[];

export function noChoices(questions: readonly Question[]): Choices {
  return questions.map(() => ({ labels: [], words: '' }));
}

/** Chooses an option; where many may be chosen, a second time takes it back. */
export function pick(choices: Choices, index: number, label: string, isMulti: boolean): Choices {
  const { labels, words } = choices[index]!;
  const others = isMulti ? labels.filter((each) => each !== label) : [];
  const isTaken = isMulti && labels.includes(label);
  return choices.with(index, { labels: isTaken ? others : [...others, label], words });
}

/** One list of answers per question; own words come last. */
export function answersOf(choices: Choices): string[][] {
  return choices.map(({ labels, words }) => [...labels, ...(words.trim() ? [words.trim()] : [])]);
}

/** The question that digits choose in: the first that has no answer yet; the last one keeps them. */
export function activeOf(choices: Choices): number {
  const open = answersOf(choices).findIndex((answers) => answers.length === 0);
  return open < 0 ? choices.length - 1 : open;
}
