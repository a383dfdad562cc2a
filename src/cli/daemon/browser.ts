import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** A program that has not failed by then shows the page, or is the browser itself. */
const PATIENCE_MS = 3000;

/** Opens a page in the user's browser; false if there is none. */
export async function openBrowser(url: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const command = browserCommand(env, process.platform);
  if (command === null) return false;
  const child = spawn(command, [url], { detached: true, stdio: 'ignore', env });
  const patience = new AbortController();
  const { signal } = patience;
  const exited = once(child, 'exit', { signal }).then(([code]) => code === 0);
  try {
    return await Promise.race([exited, delay(PATIENCE_MS, true, { signal })]);
  } catch {
    return false;
  } finally {
    patience.abort();
    exited.catch(() => {});
    child.unref();
  }
}

/** The program that opens pages; null where there is no screen for one. */
function browserCommand(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | null {
  if (env.BROWSER) return env.BROWSER;
  if (platform === 'darwin') return 'open';
  return env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : null;
}
