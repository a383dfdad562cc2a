import { resolve } from 'node:path';
import { isWithin, realPath } from '../../agents/index.js';
import type { ElevationFacts } from '../../schema/index.js';
import { attachmentsOf, type SessionHost } from '../../sessions/index.js';

/** Looks at the real paths of attachments: a link in the folder of a session may lead anywhere. */
export function attachedFiles(host: Pick<SessionHost, 'info'>, dataFolder: string): ElevationFacts {
  return {
    async isElsewhere(sessionId, given) {
      const { directory } = host.info(sessionId);
      const own = attachmentsOf(dataFolder, sessionId);
      try {
        const path = await realPath(resolve(directory ?? own, given));
        const folders = await Promise.all([directory ?? own, own].map((folder) => realPath(folder)));
        return !folders.some((folder) => isWithin(folder, path));
      } catch {
        // Links that form a loop lead nowhere that is known.
        return true;
      }
    },
  };
}
