import { execFileSync } from 'node:child_process';

/** Whether bubblewrap works here: it may be missing, or user namespaces may be forbidden. */
export const hasBubblewrap = works();

/** For the names of tests that are left out without it. */
export const unlessThere = hasBubblewrap
  ? ''
  : ' (skipped: bubblewrap does not work here; apt-get install bubblewrap)';

export const BUBBLEWRAP = 'bwrap';

function works(): boolean {
  try {
    execFileSync('bwrap', ['--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc', 'true'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
