import type { ContentPart, UniversalItem } from '../../schema/index.js';

export type FileEdit = Extract<ContentPart, { type: 'file_ref' }> & { action: 'write' | 'patch' };

/** The changes to files that an item reports. A tool that failed has made none; other items tell what commands did. */
export function editsIn({ kind, status, content }: UniversalItem): { edit: FileEdit; part: number }[] {
  if (kind !== 'tool_result' || status !== 'completed') return [];
  return content.flatMap((each, part) => (isEdit(each) ? [{ edit: each, part }] : []));
}

function isEdit(part: ContentPart): part is FileEdit {
  return part.type === 'file_ref' && part.action !== 'read';
}
