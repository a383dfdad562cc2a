/** Whether one of OpenCode's patterns matches a text: `*` is anything, `?` one character, a final ` *` is optional. */
export function covers(pattern: string, text: string): boolean {
  return matches(pattern, text) || (pattern.endsWith(' *') && matches(pattern.slice(0, -2), text));
}

/**
 * Only the last `*` is ever tried again, since whatever an earlier one could take in addition, the last one can. A
 * regular expression would try all of them, which takes for ever with a pattern of many.
 */
function matches(pattern: string, text: string): boolean {
  let [at, star, retryAt] = [0, -1, 0];
  for (let index = 0; index < text.length; ) {
    if (pattern[at] === '*') {
      star = at++;
      retryAt = index;
    } else if (pattern[at] === '?' || pattern[at] === text[index]) {
      at++;
      index++;
    } else if (star !== -1) {
      at = star + 1;
      index = ++retryAt;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
