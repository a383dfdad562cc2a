/** A fence at the very beginning of a line: there it is one for every reader. */
const fencePattern = /^(?:(`{3,})[^`]*$|(~{3,}))/;

/** The beginning of an element that loads something, that has attributes, or that goes on in the next line. */
const elementPattern =
  /<(?=(?:audio|base|embed|frame|iframe|image|img|input|link|meta|object|script|source|style|svg|track|video)\b|[a-z][^<>=]*(?:=|$))/gi;

/** Lines that may begin a block of HTML, in which no fence would be one. */
const htmlBlockPattern = /^((?:[ \t>]|[-*+] |\d{1,9}[.)] )*)<(?=[A-Za-z/!?])/;

/**
 * Makes sure that a text of others loads nothing from elsewhere where a Markdown document is shown: images become links,
 * and HTML becomes text. Fenced code stays as it is. An unclosed fence is closed, so that what follows is what it says.
 *
 * Characters become entities, since a backslash would lose its effect behind another one.
 */
export function inert(text: string): string {
  let fence: string | null = null;
  const lines = text.split(/\r\n|\n|\r/).map((line) => {
    if (fence !== null) {
      if (isClosing(line, fence)) fence = null;
      return line;
    }
    const [, ticks, tildes] = fencePattern.exec(line) ?? [];
    fence = ticks ?? tildes ?? null;
    return fence === null ? escaped(line) : line;
  });
  if (fence !== null) lines.push(fence);
  return lines.join('\n');
}

function isClosing(line: string, fence: string): boolean {
  const [, run] = /^ {0,3}([`~]{3,})[ \t]*$/.exec(line) ?? [];
  return run !== undefined && run.length >= fence.length && run === fence.charAt(0).repeat(run.length);
}

/** Fences elsewhere in a line are such to one reader and not to another: they become plain characters. */
function escaped(line: string): string {
  return line
    .replace(/`{3,}|~{3,}/g, (run) => `&#${run.charCodeAt(0)};`.repeat(run.length))
    .replace(/!(?=\[)/g, '&#33;')
    .replace(htmlBlockPattern, '$1&lt;')
    .replace(elementPattern, '&lt;');
}
