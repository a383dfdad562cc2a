import type { FileSessionQuery } from '../../schema/index.js';
import { openFile, writeContent } from '../files/contents.js';
import { deleteEntry, makeFolder, moveEntry } from '../files/entries.js';
import { listing, statOf } from '../files/listing.js';
import { onFile } from '../files/problems.js';
import { search } from '../files/search.js';
import { Download, type Handlers, JsonPieces } from './handler.js';

export const fileHandlers = {
  listFiles: ({ path = '.', ...query }, { services: { files } }) =>
    onFile(path, async () => {
      const sessionId = sessionOf(query);
      const place = await files.locate({ path, sessionId });
      return new JsonPieces(await listing(place, { places: files, sessionId }));
    }),
  statFile: ({ path, ...query }, { services: { files } }) =>
    onFile(path, async () => statOf(await files.locate({ path, sessionId: sessionOf(query) }))),
  searchFiles: ({ path = '.', query: text = '', limit = 50, ...query }, { services: { files } }) =>
    onFile(path, async () => {
      const place = await files.locate({ path, sessionId: sessionOf(query) });
      return search(place, { query: text, limit, hidden: await files.hidden() });
    }),
  readFile: ({ path, ...query }, { services: { files } }) =>
    onFile(path, async () => {
      const { content, bytes } = await openFile(await files.locate({ path, sessionId: sessionOf(query) }));
      return new Download(content, bytes);
    }),
  writeFile: ({ path, content, ...query }, { services: { files, limits } }) =>
    onFile(path, async () => {
      const place = await files.locate({ path, sessionId: sessionOf(query) });
      const limit = { bytes: limits.fileBytes, name: 'file-bytes' };
      return { path: place.real, bytesWritten: await writeContent(place, content, limit) };
    }),
  deleteFile: ({ path, recursive = false, ...query }, { services: { files } }) =>
    onFile(path, async () => {
      const place = await files.locateEntry({ path, sessionId: sessionOf(query) });
      await files.refuseHidden(place.real, { whole: true });
      await deleteEntry(place, recursive);
      return { path: place.real };
    }),
  makeFolder: ({ path, ...query }, { services: { files } }) =>
    onFile(path, async () => {
      const place = await files.locate({ path, sessionId: sessionOf(query) });
      await makeFolder(place);
      return { path: place.real };
    }),
  moveFile: ({ from, to, overwrite, ...query }, { services: { files } }) =>
    onFile(from, async () => {
      const sessionId = sessionOf(query);
      const [source, target] = [
        await files.locateEntry({ path: from, sessionId }),
        await files.locateEntry({ path: to, sessionId }),
      ];
      for (const { real } of [source, target]) await files.refuseHidden(real, { whole: true });
      await moveEntry(source, target, overwrite ?? false);
      return { from: source.real, to: target.real };
    }),
  uploadFiles: ({ path = '.', content, ...query }, { services: { files, limits } }) =>
    onFile(path, async () => {
      const place = await files.locate({ path, sessionId: sessionOf(query) });
      const { ArchiveExtraction } = await import('../files/archive.js');
      return new ArchiveExtraction(place, files, limits).run(content);
    }),
} satisfies Partial<Handlers>;

function sessionOf({ session_id, sessionId }: FileSessionQuery): string | undefined {
  return session_id ?? sessionId;
}
