/** Codex runs every command by a shell, and reports it as one quoted line: `/bin/bash -lc 'npm test'`. */
const WRAPPED = /^(?:\S*\/)?(?:ba|z|da)?sh -l?c (.+)$/s;

/** The command without the shell that runs it, as the model wrote it. */
export function scriptIn(command: string): string {
  const word = WRAPPED.exec(command)?.[1];
  return (word === undefined ? null : unquoted(word)) ?? command;
}

/** The value of one word in the syntax of a POSIX shell; null if the text is anything else. */
function unquoted(text: string): string | null {
  const parts = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/gsy;
  let value = '';
  let end = 0;
  for (let part = parts.exec(text); part !== null; part = parts.exec(text)) {
    const [, single, double, escaped, bare] = part;
    value += single ?? double?.replace(/\\([$`"\\])/g, '$1') ?? escaped ?? bare;
    end = parts.lastIndex;
  }
  return end === text.length ? value : null;
}
