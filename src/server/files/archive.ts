import { chmod, link, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Entry, extract } from 'tar-stream';
import { type FileUploadResponse, ProblemError } from '../../schema/index.js';
import { namesIn, targetIn } from './archive-names.js';
import { writeInto } from './contents.js';
import { Folder, withFolder } from './folder.js';
import type { FilePlaces, Place } from './places.js';

/** As many paths as an answer names. */
const PATHS = 1024;
/** What an archive may have between two entries: padding, and long names, which the parser keeps in memory. */
const BETWEEN_ENTRIES = 2 * 1024 * 1024;

export interface ArchiveLimits {
  /** Of everything that is extracted. */
  fileBytes: number;
  archiveEntries: number;
}

/** Extracts an archive into a folder, entry by entry. It ends at the first one that is refused. */
export class ArchiveExtraction {
  readonly #place: Place;
  readonly #places: Pick<FilePlaces, 'refuseHidden'>;
  readonly #limits: ArchiveLimits;
  readonly #paths: string[] = [];
  #entries = 0;
  #bytes = 0;

  constructor(place: Place, places: Pick<FilePlaces, 'refuseHidden'>, limits: ArchiveLimits) {
    this.#place = place;
    this.#places = places;
    this.#limits = limits;
  }

  async run(content: AsyncIterable<Uint8Array>): Promise<FileUploadResponse> {
    const { root, names } = this.#place;
    await withFolder(Folder.open(root, names, { create: true }), () => this.#extract(content));
    return { paths: this.#paths, truncated: this.#entries > this.#paths.length };
  }

  async #extract(content: AsyncIterable<Uint8Array>): Promise<void> {
    const { isZipped, stream } = await opened(content);
    const unpacked = isZipped ? createGunzip() : new PassThrough();
    const parser = extract();
    const guard = new Allowance();
    const parsing = pipeline(stream, unpacked, guard, parser);
    // Noted in time; what ended the extraction comes first.
    const failure = parsing.then(
      () => null,
      (error: unknown) => error,
    );
    try {
      for await (const entry of parser) {
        guard.grant(entry.header.size ?? 0);
        await this.#take(entry);
        entry.resume();
      }
    } catch (error) {
      parser.destroy();
      stream.destroy();
      const cause = await failure;
      // An entry that was cut off does not tell why.
      throw refusalOf((error as NodeJS.ErrnoException).code === 'STREAM_DESTROYED' ? cause : error);
    }
    const error = await failure;
    if (error) throw refusalOf(error);
  }

  async #take(entry: Entry): Promise<void> {
    const { name, type } = entry.header;
    const names = namesIn(name);
    if (names.length === 0) return;
    this.#count(entry);
    const real = join(this.#place.real, ...names);
    await this.#places.refuseHidden(real);
    const { root, names: way } = this.#place;
    if (type === 'directory')
      await withFolder(Folder.open(root, [...way, ...names], { create: true }), async (folder) =>
        chmod(folder.path, ((entry.header.mode ?? 0o755) & 0o777) | 0o700),
      );
    else
      await withFolder(Folder.open(root, [...way, ...names.slice(0, -1)], { create: true }), (folder) =>
        this.#write(entry, folder, names),
      );
    if (this.#paths.length < PATHS) this.#paths.push(real);
  }

  async #write(entry: Entry, folder: Folder, names: readonly string[]): Promise<void> {
    const { type, name, linkname, mode = 0o644 } = entry.header;
    const own = names.at(-1)!;
    switch (type) {
      case 'file':
      case 'contiguous-file': {
        const limit = { bytes: this.#limits.fileBytes, name: 'file-bytes' };
        await writeInto(folder, own, entry, { limit, mode: (mode & 0o777) | 0o600 });
        return;
      }
      case 'symlink': {
        const target = targetIn(names.slice(0, -1), linkname ?? '');
        if (target === null) throw refused(`${name} is a link that leads out of the folder`);
        await unlink(folder.at(own)).catch(ignoreMissing);
        return symlink(linkname!, folder.at(own));
      }
      case 'link':
        return this.#link(entry, folder, own);
      default:
        throw refused(`${name} is neither a file, nor a folder, nor a link`);
    }
  }

  /** Another name of a file that is in the folder already. */
  async #link({ header: { name, linkname } }: Entry, folder: Folder, own: string): Promise<void> {
    const { root, names: way } = this.#place;
    const target = namesIn(linkname ?? '');
    const last = target.at(-1);
    if (last === undefined) throw refused(`${name} is a link to nothing`);
    await this.#places.refuseHidden(join(this.#place.real, ...target));
    await withFolder(Folder.open(root, [...way, ...target.slice(0, -1)]), async (source) => {
      if (!(await source.find(last))?.isFile()) throw refused(`${name} is a link to what is no file`);
      await unlink(folder.at(own)).catch(ignoreMissing);
      await link(source.at(last), folder.at(own));
    });
  }

  #count({ header: { size = 0 } }: Entry): void {
    const { archiveEntries, fileBytes } = this.#limits;
    this.#entries++;
    this.#bytes += size;
    if (this.#entries > archiveEntries)
      throw tooLarge(`the archive has more than ${archiveEntries} entries (limit archive-entries)`);
    if (this.#bytes > fileBytes)
      throw tooLarge(`the archive holds more than ${fileBytes} bytes (limit file-bytes)`);
  }
}

/** Passes on what entries were announced for, and a little more: a parser collects long names without a limit. */
class Allowance extends Transform {
  #passed = 0;
  #granted = BETWEEN_ENTRIES;

  grant(bytes: number): void {
    this.#granted = this.#passed + bytes + BETWEEN_ENTRIES;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk?: Buffer) => void) {
    this.#passed += chunk.length;
    if (this.#passed > this.#granted) done(refused('the archive has too much between its entries'));
    else done(null, chunk);
  }
}

/** The content as a stream, and whether it is gzipped. */
async function opened(content: AsyncIterable<Uint8Array>): Promise<{ isZipped: boolean; stream: Readable }> {
  const rest = content[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const { value, done } = await rest.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  if (head.length === 0) throw refused('the body is empty');
  async function* whole() {
    yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { isZipped: head[0] === 0x1f && head[1] === 0x8b, stream: Readable.from(whole()) };
}

/** Errors of the parsers are the client's. */
function refusalOf(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const isParser = code?.startsWith('Z_') || (code === undefined && !(error instanceof ProblemError));
  return isParser ? refused(message) : error;
}

function refused(reason: string): ProblemError {
  return new ProblemError('invalid_request', `the archive cannot be extracted: ${reason}`);
}

function tooLarge(reason: string): ProblemError {
  return new ProblemError('payload_too_large', reason);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
