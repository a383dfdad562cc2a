/** One pattern of a `.gitignore`. */
interface Rule {
  /** A pattern per name: its tokens. */
  names: readonly Tokens[];
  isNegated: boolean;
  isForFolders: boolean;
}

/** Single characters, escaped ones, classes like `[a-z]`, and wildcards. */
type Tokens = readonly string[];

const ANY_NAMES: Tokens = ['**'];
const MAX_RULES = 200;
const MAX_PATTERN = 200;

/** The rules of one `.gitignore`, for paths below its folder. Matching takes time linear in path and pattern. */
export class IgnoreRules {
  readonly #rules: readonly Rule[];

  constructor(text: string) {
    this.#rules = text.split('\n').slice(0, MAX_RULES).flatMap(ruleOf);
  }

  get size(): number {
    return this.#rules.length;
  }

  /** Whether it ignores an entry; null if it says nothing about it. */
  decide(names: readonly string[], isFolder: boolean): boolean | null {
    const rule = this.#rules.findLast(
      ({ names: pattern, isForFolders }) => (isFolder || !isForFolders) && matchesPath(pattern, names),
    );
    return rule === undefined ? null : !rule.isNegated;
  }
}

function ruleOf(line: string): Rule[] {
  let pattern = line.trim();
  if (pattern === '' || pattern.startsWith('#') || pattern.length > MAX_PATTERN) return [];
  const isNegated = pattern.startsWith('!');
  if (isNegated) pattern = pattern.slice(1);
  const isForFolders = pattern.endsWith('/');
  if (isForFolders) pattern = pattern.slice(0, -1);
  // Without a slash it matches at any depth.
  const isAnchored = pattern.includes('/');
  const names = pattern.split('/').filter((name) => name !== '');
  if (names.length === 0) return [];
  const tokens = names.map((name) => (name === '**' ? ANY_NAMES : tokensOf(name)));
  return [{ names: isAnchored ? tokens : [ANY_NAMES, ...tokens], isNegated, isForFolders }];
}

function matchesPath(pattern: readonly Tokens[], names: readonly string[]): boolean {
  return matches(pattern, names, ANY_NAMES, matchesName);
}

function matchesName(pattern: Tokens, name: string): boolean {
  return matches(pattern, [...name], '*', matchesCharacter);
}

/**
 * Whether a sequence matches a pattern in which `wildcard` stands for any number of elements. Going back to the last
 * wildcard alone is enough, so no pattern takes exponential time.
 */
function matches<P>(
  pattern: readonly P[],
  sequence: readonly string[],
  wildcard: P,
  isMatch: (pattern: P, element: string) => boolean,
): boolean {
  let [at, next, star, resume] = [0, 0, -1, 0];
  while (at < sequence.length) {
    if (next < pattern.length && pattern[next] === wildcard) {
      star = next++;
      resume = at;
    } else if (next < pattern.length && isMatch(pattern[next]!, sequence[at]!)) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++resume;
    } else return false;
  }
  return pattern.slice(next).every((rest) => rest === wildcard);
}

function tokensOf(pattern: string): Tokens {
  const tokens: string[] = [];
  for (let at = 0; at < pattern.length; ) {
    const end = pattern[at] === '[' ? pattern.indexOf(']', at + 2) : -1;
    const length = end > 0 ? end + 1 - at : pattern[at] === '\\' ? 2 : 1;
    tokens.push(pattern.slice(at, at + length));
    at += length;
  }
  return tokens;
}

function matchesCharacter(token: string, character: string): boolean {
  if (token === '?') return true;
  if (token.startsWith('\\') && token.length === 2) return token[1] === character;
  if (!token.startsWith('[') || token.length < 3) return token === character;
  const isNegated = token[1] === '!' || token[1] === '^';
  const members = token.slice(isNegated ? 2 : 1, -1);
  return isInClass(members, character) !== isNegated;
}

function isInClass(members: string, character: string): boolean {
  for (let at = 0; at < members.length; at++) {
    const isRange = members[at + 1] === '-' && at + 2 < members.length;
    if (isRange ? members[at]! <= character && character <= members[at + 2]! : members[at] === character)
      return true;
    if (isRange) at += 2;
  }
  return false;
}
