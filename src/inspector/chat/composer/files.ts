import type { GreenroomClient } from '../../../client/index.js';
import { changeDraft, type DraftFile } from './drafts.js';

/** What the daemon takes. A page that asks first need not send all of it to hear no. */
const LARGEST = 20 * 1024 * 1024;

let count = 0;

/** Files that the browser has: the daemon gets them at once, so that they are there when the message is sent. */
export function attachFiles(client: GreenroomClient, sessionId: string, files: Iterable<File>): void {
  for (const file of files) void attachFile(client, sessionId, file);
}

/** A file that the daemon's machine has. */
export function attachPath(sessionId: string, path: string): void {
  const file: DraftFile = { id: path, name: path, attachment: { path }, problem: null, preview: null };
  changeDraft(sessionId, (now) =>
    now.files.some(({ id }) => id === path) ? now : { ...now, files: [...now.files, file] },
  );
}

export function detach(sessionId: string, file: DraftFile): void {
  changeDraft(sessionId, (now) => ({ ...now, files: now.files.filter(({ id }) => id !== file.id) }));
  release([file]);
}

/** For files that are not shown in the composer any more. */
export function release(files: readonly DraftFile[]): void {
  for (const { preview } of files) if (preview !== null) URL.revokeObjectURL(preview);
}

async function attachFile(client: GreenroomClient, sessionId: string, file: File): Promise<void> {
  const id = `file ${++count}`;
  const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(file.type);
  const preview = isPicture ? URL.createObjectURL(file) : null;
  const begun: DraftFile = { id, name: file.name, attachment: null, problem: null, preview };
  changeDraft(sessionId, (now) => ({ ...now, files: [...now.files, begun] }));
  const result = await upload(client, sessionId, file);
  changeDraft(sessionId, (now) => ({
    ...now,
    files: now.files.map((each) => (each.id === id ? { ...each, ...result } : each)),
  }));
}

async function upload(client: GreenroomClient, sessionId: string, file: File): Promise<Partial<DraftFile>> {
  if (file.size > LARGEST) return { problem: 'larger than 20 MiB' };
  try {
    return { attachment: await client.http.upload(sessionId, file, file.name) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
