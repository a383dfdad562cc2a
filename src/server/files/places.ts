import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isWithin, realPath } from '../../agents/agent.js';
import { ProblemError } from '../../schema/index.js';
import { problemOfFile, quoted } from './problems.js';

/** The longest path of Linux, in bytes. */
const LONGEST_PATH = 4096;

/** No files, but the state of the system and of the daemon: its environment, its memory. */
const SYSTEM_FOLDERS = ['/proc', '/sys'];

export interface FilePlacesOptions {
  /** Folders that all clients may reach. */
  roots: readonly string[];
  /** What no client may reach, wherever it is: the data folder, key files. */
  hidden: readonly string[];
  /** The folder of a session; throws if there is no such session. */
  directoryOf(sessionId: string): string | null;
}

/** A place in a folder that the client may reach. */
export interface Place {
  /** The folder, symbolic links resolved. */
  root: string;
  /** The way from there, one name per folder and none of them a symbolic link. */
  names: readonly string[];
  /** Both together. */
  real: string;
}

export interface Wanted {
  path: string;
  /** The session in whose folder a relative path begins, and whose folder may be reached. */
  sessionId: string | undefined;
}

/** Decides which files clients may reach: by the real path, whatever it is called. */
export class FilePlaces {
  readonly #options: FilePlacesOptions;

  constructor(options: FilePlacesOptions) {
    this.#options = options;
  }

  /** The place that a path leads to, symbolic links resolved, also of what does not exist yet. */
  locate(wanted: Wanted): Promise<Place> {
    return this.#locate(wanted, realPath);
  }

  /** The same, but for a symbolic link the place of the link itself. */
  locateEntry(wanted: Wanted): Promise<Place> {
    return this.#locate(wanted, async (path) => join(await realPath(dirname(path)), basename(path)));
  }

  /** Refuses a place in what is hidden; with `whole`, also one around it. */
  async refuseHidden(real: string, { whole = false } = {}): Promise<void> {
    for (const hidden of await this.hidden()) {
      if (isWithin(hidden, real) || (whole && isWithin(real, hidden)))
        throw new ProblemError('forbidden', `${quoted(real)} belongs to the daemon or to the system`);
    }
  }

  async #locate({ path, sessionId }: Wanted, realOf: (path: string) => Promise<string>): Promise<Place> {
    requirePath(path);
    const directory = sessionId === undefined ? null : this.#options.directoryOf(sessionId);
    const folders = [...(directory === null ? [] : [directory]), ...this.#options.roots];
    const [base] = folders;
    if (base === undefined)
      throw new ProblemError(
        'forbidden',
        'files are reached through a session, with session_id, or in a folder of --file-root',
      );
    try {
      const real = await realOf(isAbsolute(path) ? resolve(path) : resolve(base, path));
      await this.refuseHidden(real);
      const roots = await Promise.all(folders.map((folder) => realPath(folder)));
      const root = roots.find((each) => isWithin(each, real));
      if (root === undefined)
        throw new ProblemError(
          'forbidden',
          `${quoted(path)} is outside of ${sessionId === undefined ? 'the folders of --file-root' : 'the folder of the session'}`,
        );
      return { root, names: relative(root, real).split(sep).filter(Boolean), real };
    } catch (error) {
      throw problemOfFile(error, path);
    }
  }

  /** What no client may reach, symbolic links resolved. */
  async hidden(): Promise<string[]> {
    const real = await Promise.all(this.#options.hidden.map((path) => realPath(resolve(path))));
    return [...real, ...SYSTEM_FOLDERS];
  }
}

function requirePath(path: string): void {
  if (path.includes('\0'))
    throw new ProblemError('invalid_request', 'path: must not contain a null character', { field: 'path' });
  if (Buffer.byteLength(path) <= LONGEST_PATH) return;
  throw new ProblemError('invalid_request', `path: must not be longer than ${LONGEST_PATH} bytes`, {
    field: 'path',
  });
}
