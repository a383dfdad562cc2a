/** JSON without the comments and trailing commas that JSONC allows, in one pass: the text may be anybody's. */
export function plainJson(text: string): string {
  const kept: string[] = [];
  /** Where a comma stands that is dropped if a bracket follows. */
  let comma = -1;
  for (let at = 0; at < text.length; ) {
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    const isComment = token.startsWith('//') || token.startsWith('/*');
    if (!isComment) {
      if ((token === '}' || token === ']') && comma >= 0) kept[comma] = '';
      if (token === ',') comma = kept.length;
      else if (!isBlank(token)) comma = -1;
      kept.push(token);
    }
    at = end;
  }
  return kept.join('');
}

function endOfToken(text: string, at: number): number {
  const first = text[at]!;
  if (first === '"') return endOfString(text, at);
  if (text.startsWith('//', at)) return endAt(text.indexOf('\n', at), text);
  if (text.startsWith('/*', at)) return endAt(text.indexOf('*/', at + 2), text, 2);
  if (isSpecial(first)) return at + 1;
  let end = at + 1;
  const blank = isBlank(first);
  while (end < text.length && !isSpecial(text[end]!) && isBlank(text[end]!) === blank) end++;
  return end;
}

function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '"') return end + 1;
  }
  return text.length;
}

function endAt(found: number, text: string, more = 0): number {
  return found < 0 ? text.length : found + more;
}

const isSpecial = (char: string) => '"/,{}[]'.includes(char);
const isBlank = (token: string) => token.trim() === '';
