import type { Session } from '../../../client/index.js';
import { changeDraft, type DraftFile } from './drafts.js';

/** The daemon's limit, checked here to avoid a pointless upload. */
const MAX_FILE_SIZE = 20 * 1024 * 1024;

let count = 0;

/** Uploads files at once, so that they are ready when the message is sent. */
export function attachFiles(session: Session, files: Iterable<File>): void {
  for (const file of files) void attachFile(session, file);
}

/** Attaches a file that is already on the daemon's machine. */
export function attachPath(sessionId: string, path: string): void {
  const file: DraftFile = { id: path, name: path, attachment: { path }, problem: null, preview: null };
  changeDraft(sessionId, (now) =>
    now.files.some(({ id }) => id === path) ? now : { ...now, files: [...now.files, file] },
  );
}

export function detach(sessionId: string, file: DraftFile): void {
  changeDraft(sessionId, (now) => ({ ...now, files: now.files.filter(({ id }) => id !== file.id) }));
  revokePreviews([file]);
}

/** Frees the previews of files that are no longer shown. */
export function revokePreviews(files: readonly DraftFile[]): void {
  for (const { preview } of files) if (preview !== null) URL.revokeObjectURL(preview);
}

async function attachFile(session: Session, file: File): Promise<void> {
  const sessionId = session.id;
  const id = `file ${++count}`;
  const isImage = /^image\/(png|jpeg|gif|webp)$/.test(file.type);
  const preview = isImage ? URL.createObjectURL(file) : null;
  const uploading: DraftFile = { id, name: file.name, attachment: null, problem: null, preview };
  changeDraft(sessionId, (now) => ({ ...now, files: [...now.files, uploading] }));
  const result = await upload(session, file);
  changeDraft(sessionId, (now) => ({
    ...now,
    files: now.files.map((each) => (each.id === id ? { ...each, ...result } : each)),
  }));
}

async function upload(session: Session, file: File): Promise<Partial<DraftFile>> {
  if (file.size > MAX_FILE_SIZE) return { problem: 'larger than 20 MiB' };
  try {
    return { attachment: await session.upload(file, file.name) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
