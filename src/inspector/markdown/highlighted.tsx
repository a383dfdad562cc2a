import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { highlight } from '../../text/highlighting.js';

/** Highlighted code; plain if the language is unknown. */
export default function Highlighted({ code, language }: { code: string; language: string }): ReactNode {
  const tree = highlight(language, code);
  return tree ? toJsxRuntime(tree, { Fragment, jsx, jsxs }) : code;
}
