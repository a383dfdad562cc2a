/** What a part of a folder brings, in words, one line each: "a hook on SessionStart: npm run lint". */
export type Describe = (text: string, name: string) => string[];

/**
 * How far up an agent looks for something: to the top of the repository, or to the root of the file system. Without a
 * repository, `project` is the session's folder alone, and `repository` also goes to the root.
 */
export type Reach = 'project' | 'repository' | 'root';

/** A file or folder in which an agent looks for what it runs or obeys. */
export interface FolderPlace {
  /** Relative to the session's folder, and to those around it. */
  path: string;
  reach: Reach;
  /** Files below that are not part of it, by their path below it: what the agent itself keeps there. */
  ignores?(name: string): boolean;
  /** The content without what the agent itself writes; null if nothing is left. */
  own?(text: string, name: string): string | null;
  /** No lines: the file brings nothing. */
  describe: Describe;
}

/** What a folder may bring that an agent runs or obeys; instructions to a model are no part of it. */
export type FolderPlaces = readonly FolderPlace[];

/** One file that a folder brings. */
export interface FolderPart {
  path: string;
  /** In words. */
  brings: string[];
}

/** What a folder brings for an agent. */
export interface FolderContents {
  /** Identifies all of it: equal contents at the same places have the same hash. */
  hash: string;
  parts: FolderPart[];
  /** False if there is more than can be looked at. */
  isComplete: boolean;
}
