import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Whether the daemon was started with SIGHUP ignored, as by nohup, and is to outlive its terminal. Node restores the
 * default of all signals when it starts, so only traces are left: a parent that ignores the signal, too, the shell's
 * name for the command, and the unreadable standard input that nohup provides in place of a terminal.
 */
export function ignoresHangup(env: NodeJS.ProcessEnv = process.env): boolean {
  return (
    ignoredBy('self') || ignoredBy(process.ppid) || basename(env._ ?? '') === 'nohup' || hasUnreadableInput()
  );
}

function ignoredBy(pid: number | 'self'): boolean {
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(read(`/proc/${pid}/status`))?.[1];
  // SIGHUP is the first signal.
  return mask !== undefined && (Number.parseInt(mask.at(-1)!, 16) & 1) === 1;
}

function hasUnreadableInput(): boolean {
  const flags = /^flags:\s*([0-7]+)$/m.exec(read('/proc/self/fdinfo/0'))?.[1];
  const isWriteOnly = flags !== undefined && (Number.parseInt(flags, 8) & 3) === 1;
  try {
    return isWriteOnly && readlinkSync('/proc/self/fd/0') === '/dev/null';
  } catch {
    return false;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
