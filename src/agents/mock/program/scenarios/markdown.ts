import type { Turn } from '../turn.js';

const text = `# Markdown

A paragraph with **bold**, *italic*, \`code\` and a [link](https://example.com).

## A list

- first
- second
  - nested
1. one
2. two

## A table

| agent | events |
|---|---:|
| mock | 13 |
| ünïcödé 🎭 | 7 |

## Code

\`\`\`ts
export const answer: number = 42;
\`\`\`

> The end.
`;

/** A markdown message that streams word by word. */
export function markdown(turn: Turn): void {
  turn.stream(text.match(/\S+\s*/g)!);
}
