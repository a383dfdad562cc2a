import type { Turn } from '../turn.js';

const MARKDOWN = `# Markdown

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

/** Streams a markdown message word by word. */
export function markdown(turn: Turn): void {
  turn.stream(MARKDOWN.match(/\S+\s*/g)!);
}
