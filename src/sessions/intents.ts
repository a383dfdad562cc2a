import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SessionInfo } from '../schema/index.js';

const Intent = z.object({
  action: z.enum(['terminate', 'delete']),
  sessionId: z.string(),
  /** Tells the session from a later one of the same id. */
  createdAt: z.int(),
});
/** A session that was terminated or deleted, but the log does not have that yet. */
export type Intent = z.infer<typeof Intent>;

/** One line of text. Within a sector of any disk, so that a torn write harms no other line. */
const SLOT_BYTES = 256;
/** The slots that take no room when they are needed, since the file has them already. */
const RESERVED = 1024;
const EMPTY = slotOf('');

type FoundSession = Pick<SessionInfo, 'createdAt' | 'ended'>;

interface Kept {
  intent: Intent;
  slot: number;
  /** Whether it is on disk. */
  written: Promise<boolean>;
}

/** Its place in a data folder. */
export function intentsFile(dataFolder: string): string {
  return join(dataFolder, 'intents');
}

/**
 * Remembers on disk what clients were promised while the log took no writes, for the next daemon. Its file is written
 * in advance: writing over it needs no room on most file systems.
 */
export class Intents {
  readonly #path: string;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #kept = new Map<string, Kept[]>();
  #freed: number[] = [];
  #nextSlot = 0;
  #isReserved = false;

  constructor(dataFolder: string, logger: Pick<Logger, 'warn'>) {
    this.#path = intentsFile(dataFolder);
    this.#logger = logger;
  }

  /**
   * Those that an earlier daemon left and that are still to be done. Lines that were not written completely are none.
   * `find` finds a session in the log.
   */
  async open(find: (sessionId: string) => FoundSession | null): Promise<Intent[]> {
    const text = await readFile(this.#path, 'latin1').catch(() => '');
    for (; this.#nextSlot * SLOT_BYTES < text.length; this.#nextSlot++) {
      const start = this.#nextSlot * SLOT_BYTES;
      const intent = intentIn(text.slice(start, start + SLOT_BYTES));
      if (intent) this.#keep({ intent, slot: this.#nextSlot, written: Promise.resolve(true) });
      else this.#freed.push(this.#nextSlot);
    }
    this.#freed.reverse();
    await this.reserve();
    const left = [...this.#kept.values()].flat();
    const isDue = ({ intent }: Kept) => isToBeDone(intent, find(intent.sessionId));
    await Promise.all(left.filter((kept) => !isDue(kept)).map((kept) => this.#empty(kept)));
    return left.filter(isDue).map(({ intent }) => intent);
  }

  /** Makes the file as long as it should be, if there is room. */
  async reserve(): Promise<void> {
    if (this.#isReserved) return;
    this.#isReserved = await this.#write(async (file) => {
      const { size } = await file.stat();
      const slots = Math.floor(size / SLOT_BYTES);
      if (slots < RESERVED) await writeAll(file, EMPTY.repeat(RESERVED - slots), slots * SLOT_BYTES);
    });
  }

  /** Resolves when it is on disk, or cannot be. */
  async add(intent: Intent): Promise<void> {
    const { action, sessionId, createdAt } = intent;
    const isSame = (each: Kept) => each.intent.action === action && each.intent.createdAt === createdAt;
    const kept = this.#kept.get(sessionId)?.find(isSame) ?? this.#begin(intent);
    if (await kept.written) return;
    this.#logger.warn(intent, 'this is forgotten if the daemon ends before it can be stored');
    this.#drop(kept);
    this.#freed.push(kept.slot);
  }

  /** Forgets what the log has by now: about one session, or about all that had its id. */
  async remove(sessionId: string, createdAt: number | null = null): Promise<void> {
    const done = (this.#kept.get(sessionId) ?? []).filter(
      ({ intent }) => createdAt === null || intent.createdAt === createdAt,
    );
    await Promise.all(done.map((kept) => this.#empty(kept)));
  }

  #begin(intent: Intent): Kept {
    const slot = this.#freed.pop() ?? this.#nextSlot++;
    const line = slotOf(lineOf(intent));
    const kept = { intent, slot, written: this.#write((file) => writeAll(file, line, slot * SLOT_BYTES)) };
    this.#keep(kept);
    return kept;
  }

  #keep(kept: Kept): void {
    const { sessionId } = kept.intent;
    this.#kept.set(sessionId, [...(this.#kept.get(sessionId) ?? []), kept]);
  }

  #drop(kept: Kept): void {
    const { sessionId } = kept.intent;
    const others = (this.#kept.get(sessionId) ?? []).filter((each) => each !== kept);
    if (others.length > 0) this.#kept.set(sessionId, others);
    else this.#kept.delete(sessionId);
  }

  /** A line that cannot be emptied does no harm: the next daemon finds nothing to do. */
  async #empty(kept: Kept): Promise<void> {
    this.#drop(kept);
    if (!(await kept.written)) return;
    if (await this.#write((file) => writeAll(file, EMPTY, kept.slot * SLOT_BYTES)))
      this.#freed.push(kept.slot);
  }

  async #write(work: (file: FileHandle) => Promise<void>): Promise<boolean> {
    try {
      const file = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
      try {
        await work(file);
        await file.datasync();
      } finally {
        await file.close();
      }
      return true;
    } catch {
      return false;
    }
  }
}

function isToBeDone({ action, createdAt }: Intent, found: FoundSession | null): boolean {
  if (found?.createdAt !== createdAt) return false;
  return action === 'delete' || !found.ended;
}

async function writeAll(file: FileHandle, text: string, position: number): Promise<void> {
  const bytes = Buffer.from(text, 'latin1');
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

function slotOf(line: string): string {
  return `${line.padEnd(SLOT_BYTES - 1)}\n`;
}

function lineOf(intent: Intent): string {
  const text = JSON.stringify(intent);
  return `${checksum(text)} ${text}`;
}

function intentIn(slot: string): Intent | null {
  const [sum, ...words] = slot.trim().split(' ');
  const text = words.join(' ');
  if (text === '' || checksum(text) !== sum) return null;
  return Intent.safeParse(JSON.parse(text)).data ?? null;
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
