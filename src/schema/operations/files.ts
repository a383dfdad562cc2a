import { z } from 'zod';
import {
  FileActionResponse,
  FileEntry,
  FileMoveRequest,
  FileMoveResponse,
  FileSearchResponse,
  FileStat,
  FileUploadResponse,
  FileWriteResponse,
} from '../files.js';
import { bytes, json, operation } from './operation.js';
import {
  ByteStream,
  FileDeleteQuery,
  FileQuery,
  FileSearchQuery,
  FileSessionQuery,
  FolderQuery,
} from './parameters.js';

const errors = ['invalid_request', 'session_not_found', 'not_found'] as const;
const writeErrors = [...errors, 'storage_unavailable'] as const;

export const fileOperations = {
  listFiles: operation({
    summary: 'The content of a folder, in no particular order',
    tag: 'files',
    scope: 'read',
    input: { query: FolderQuery },
    output: json(z.array(FileEntry)),
    errors,
    http: { method: 'GET', path: '/v1/fs/entries', answer: 'Its files and folders' },
  }),
  statFile: operation({
    summary: 'Size, time and type of a file or folder',
    tag: 'files',
    scope: 'read',
    input: { query: FileQuery },
    output: json(FileStat),
    errors,
    http: { method: 'GET', path: '/v1/fs/stat', answer: 'What it is' },
  }),
  searchFiles: operation({
    summary:
      'Files and folders below a folder by their path, the best matches first, without those that a .gitignore excludes',
    tag: 'files',
    scope: 'read',
    input: { query: FileSearchQuery },
    output: json(FileSearchResponse),
    errors,
    http: { method: 'GET', path: '/v1/fs/search', answer: 'The matches' },
  }),
  readFile: operation({
    summary: 'The bytes of a regular file',
    tag: 'files',
    scope: 'read',
    input: { query: FileQuery },
    output: bytes('application/octet-stream'),
    errors,
    http: { method: 'GET', path: '/v1/fs/file', answer: 'Its content' },
  }),
  writeFile: operation({
    summary: 'Create or replace a file, with the folders around it; all of it or nothing',
    tag: 'files',
    scope: 'approve',
    input: { query: FileQuery, body: ByteStream },
    output: json(FileWriteResponse),
    errors: [...writeErrors, 'payload_too_large'],
    http: { method: 'PUT', path: '/v1/fs/file', answer: 'It is written' },
  }),
  deleteFile: operation({
    summary: 'Delete a file or folder; a symbolic link, not what it leads to',
    tag: 'files',
    scope: 'approve',
    input: { query: FileDeleteQuery },
    output: json(FileActionResponse),
    errors: writeErrors,
    http: { method: 'DELETE', path: '/v1/fs/entry', answer: 'It is deleted' },
  }),
  makeFolder: operation({
    summary: 'Create a folder with those around it, unless it exists',
    tag: 'files',
    scope: 'approve',
    input: { query: FileQuery },
    output: json(FileActionResponse),
    errors: writeErrors,
    http: { method: 'POST', path: '/v1/fs/mkdir', answer: 'It exists' },
  }),
  moveFile: operation({
    summary: 'Move or rename a file or folder',
    tag: 'files',
    scope: 'approve',
    input: { query: FileSessionQuery, body: FileMoveRequest },
    output: json(FileMoveResponse),
    errors: writeErrors,
    http: { method: 'POST', path: '/v1/fs/move', answer: 'It is moved' },
  }),
  uploadFiles: operation({
    summary:
      'Extract a tar archive, gzipped or not, into a folder. Each file is written as a whole or not at all',
    tag: 'files',
    scope: 'approve',
    input: { query: FolderQuery, body: ByteStream },
    output: json(FileUploadResponse),
    errors: [...writeErrors, 'payload_too_large'],
    http: { method: 'POST', path: '/v1/fs/upload-batch', answer: 'It is extracted' },
  }),
};
