import { createServer } from 'node:net';
import type { Configuration } from '../../configuration/index.js';

/** Arguments that let a daemon find a port of its own, if the usual one is taken and nobody has chosen one. */
export async function portArguments({
  settings,
  isChosen,
}: Pick<Configuration, 'settings' | 'isChosen'>): Promise<string[]> {
  if (isChosen('port') || settings.socket !== undefined) return [];
  return (await isFree(settings.port, settings.host)) ? [] : ['--port', '0'];
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'EADDRINUSE'));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
