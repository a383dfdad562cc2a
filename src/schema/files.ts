import { z } from 'zod';

const Size = z.int().nonnegative();

export const FileEntryType = z
  .enum(['file', 'directory'])
  .meta({ id: 'FsEntryType', description: '`file` is everything that is no directory' });
export type FileEntryType = z.infer<typeof FileEntryType>;

const modified = z.string().nullable().describe('RFC 3339');
const path = z.string().describe('Absolute, with symbolic links resolved');

export const FileEntry = z
  .object({ name: z.string(), path, entryType: FileEntryType, size: Size, modified })
  .meta({ id: 'FsEntry' });
export type FileEntry = z.infer<typeof FileEntry>;

export const FileStat = z
  .object({ path, entryType: FileEntryType, size: Size, modified })
  .meta({ id: 'FsStat' });
export type FileStat = z.infer<typeof FileStat>;

export const FileActionResponse = z.object({ path }).meta({ id: 'FsActionResponse' });
export const FileWriteResponse = z.object({ path, bytesWritten: Size }).meta({ id: 'FsWriteResponse' });

export const FileMoveRequest = z
  .object({
    from: z.string(),
    to: z.string(),
    overwrite: z.boolean().nullish().describe('Replace what is there, a folder with all of its content'),
  })
  .meta({ id: 'FsMoveRequest' });
export type FileMoveRequest = z.infer<typeof FileMoveRequest>;
export const FileMoveResponse = z.object({ from: path, to: path }).meta({ id: 'FsMoveResponse' });

export const FileUploadResponse = z
  .object({
    paths: z.array(z.string()).describe('What was extracted, in the order of the archive; the first 1024'),
    truncated: z.boolean().describe('Whether there are more'),
  })
  .meta({ id: 'FsUploadBatchResponse' });
export type FileUploadResponse = z.infer<typeof FileUploadResponse>;

export const FileMatch = z
  .object({ path: z.string().describe('Relative to the folder that was searched'), entryType: FileEntryType })
  .meta({ id: 'FsMatch' });
export type FileMatch = z.infer<typeof FileMatch>;
export const FileSearchResponse = z
  .object({
    matches: z.array(FileMatch),
    truncated: z.boolean().describe('Whether there may be more'),
  })
  .meta({ id: 'FsSearchResponse' });
export type FileSearchResponse = z.infer<typeof FileSearchResponse>;
