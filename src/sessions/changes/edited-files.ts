import type { LoggedEdit } from './recorded-edits.js';

/** The edits of one file, whatever its names were. */
export interface EditedFile {
  edits: NamedEdit[];
}

export interface NamedEdit extends LoggedEdit {
  /** What the file was called before and after. */
  from: string;
  to: string;
}

/** Puts the edits of a session together by file. A file that is moved stays the same one. */
export function editedFiles(edits: readonly NamedEdit[]): EditedFile[] {
  const files: EditedFile[] = [];
  const byName = new Map<string, EditedFile>();
  for (const edit of edits) {
    const { from, to } = edit;
    const file = byName.get(from) ?? { edits: [] };
    if (file.edits.length === 0) files.push(file);
    byName.delete(from);
    byName.set(to, file);
    file.edits.push(edit);
  }
  return files;
}
