import { isSecretName, secretPatterns } from '../../supervision/index.js';

/** Options of common programs whose value is a header or a variable. */
const carriers: ReadonlySet<string> = new Set(['-H', '--header', '-e', '--env']);

/** Whether a URL has anything but a host and a path of plain words. */
export function isSecretUrl(text: string): boolean {
  const url = parsed(text);
  if (url === null) return true;
  const { username, password, search, hash, pathname } = url;
  return [username, password, search, hash].some((part) => part !== '') || looksLikeKey(pathname);
}

/** The part of a URL that is no secret. */
export function publicUrl(text: string): string {
  const url = parsed(text);
  return url === null ? 'about:blank' : `${url.protocol}//${url.host}/`;
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** Whether an argument of a command line is a key, by its own form or by the option before it. */
export function isSecretArgument(argument: string, before: string | undefined): boolean {
  if (before !== undefined && isSecretOption(before)) return true;
  const [name = '', ...value] = argument.split('=');
  return (value.length > 0 && isSecretName(wordsOf(name))) || looksLikeKey(argument);
}

function isSecretOption(option: string): boolean {
  if (!option.startsWith('-') || option.includes('=')) return false;
  return carriers.has(option) || isSecretName(wordsOf(option));
}

function wordsOf(option: string): string {
  return option.replaceAll('-', '_');
}

/** Texts of a known format, and long words that nobody would think of. */
function looksLikeKey(text: string): boolean {
  return secretPatterns.some((pattern) => pattern.test(text)) || text.split(/[^\w-]/).some(isRandom);
}

const uuidPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

function isRandom(word: string): boolean {
  if (uuidPattern.test(word)) return true;
  const digits = count(word, /\d/g);
  const isMixed = digits >= 2 && word.length - digits >= 2;
  if (!isMixed) return false;
  if (/^[A-Za-z\d]+$/.test(word)) return word.length >= 20;
  return word.length >= 32 && /[a-z]/.test(word) && /[A-Z]/.test(word);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
