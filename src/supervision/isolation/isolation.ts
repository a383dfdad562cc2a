import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { AgentNeeds, OwnPlace } from '../../agents/agent.js';
import { bubblewrapArguments, type Look } from './arguments.js';
import { isInside } from './inside.js';
import { homeOf, pathOf } from './own-places.js';
import type { IsolationMode, IsolationPolicy } from './policy.js';
import { programFiles, programFolders } from './program-files.js';
import { real } from './real.js';

/** The command that runs another one in isolation: the other follows it. */
export interface Sandbox {
  command: string;
  args: string[];
}

/** A process to be isolated. */
export interface SandboxRequest {
  command: string;
  args: readonly string[];
  cwd: string;
  /** The folder of the session that it is for; null if it is for none. */
  directory: string | null;
  /** Its whole environment. */
  env: Readonly<Record<string, string>>;
  needs: AgentNeeds;
  /** Files that it may read, wherever they are. */
  readable?: readonly string[];
  /** Folders that it may write, wherever they are; made if need be. */
  writable?: readonly string[];
  moved?: IsolationPolicy['moved'];
}

/** How a daemon isolates its agents. */
export interface Isolation {
  /** Null if they are not isolated. */
  mode: IsolationMode | null;
  /** Null if the process is not to be isolated. */
  sandbox(request: SandboxRequest): Sandbox | null;
  /** Whether a session cannot work in this folder, because its agent would not see it. */
  hides(directory: string): boolean;
}

export const noIsolation: Isolation = { mode: null, sandbox: () => null, hides: () => false };

export function isolationBy(
  bubblewrap: string,
  mode: IsolationMode,
  dataFolder: string,
  files: readonly string[] = [],
): Isolation {
  const hidden = real(dataFolder);
  return {
    mode,
    sandbox: (request) => ({
      command: bubblewrap,
      args: bubblewrapArguments(policyFor(request, mode, hidden, files), look),
    }),
    hides: (directory) => real(directory) === hidden,
  };
}

/** For a trial: the strictest thing that the mode will do. */
export function trialArguments(mode: IsolationMode, dataFolder: string, env: NodeJS.ProcessEnv): string[] {
  const request = {
    command: process.execPath,
    args: [],
    cwd: '/',
    directory: null,
    env: strings(env),
    needs: noNeeds,
  };
  return bubblewrapArguments(policyFor(request, mode, real(dataFolder)), look);
}

const noNeeds: AgentNeeds = { environment: [], writable: [] };

function policyFor(
  request: SandboxRequest,
  mode: IsolationMode,
  dataFolder: string,
  hidden: readonly string[] = [],
): IsolationPolicy {
  const { command, args, cwd, directory, env, needs, readable = [], writable = [], moved = [] } = request;
  const home = real(homeOf(env));
  const program = programFiles(command, args);
  for (const folder of writable) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    mode,
    cwd: real(cwd),
    directory: directory === null ? null : real(directory),
    dataFolder,
    hidden: hidden.map(real),
    home,
    readable: [...program.readable, ...programFolders(env.PATH, home), ...readable.map(real)],
    writable: [...writable, ...(mode === 'strict' ? ownPlaces(needs.writable, env) : [])].map(real),
    moved: moved.map(({ from, to }) => ({ from: real(from), to: real(to) })),
    links: program.links,
    temporary: temporaryFolders(env, home),
    uid: process.getuid?.() ?? 0,
  };
}

/** Folders are made: what the agent writes to one that is not there would be lost. */
function ownPlaces(places: readonly OwnPlace[], env: Readonly<Record<string, string>>): string[] {
  return places.flatMap((place) => {
    const path = pathOf(place, env);
    if (path === null) return [];
    if (place.kind !== 'file') mkdirSync(path, { recursive: true, mode: 0o700 });
    return [path];
  });
}

/** One that the user has chosen may be where others are hidden. */
function temporaryFolders({ TMPDIR = tmpdir() }: Readonly<Record<string, string>>, home: string): string[] {
  const folder = real(TMPDIR);
  return isAbsolute(folder) && !isInside(home, folder) && folder !== '/tmp' ? [folder] : [];
}

const look: Look = (path) => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return null;
  return found.isDirectory() ? 'folder' : 'file';
};

function strings(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
