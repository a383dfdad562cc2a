import { join } from 'node:path';
import { type Batch, openLog } from '../../../src/log/index.js';
import { Database } from '../../../src/log/sqlite/database.js';
import { configure } from '../../../src/log/sqlite/store.js';
import type { Bench } from '../bench.js';
import { inTurns, timed } from '../measure.js';

/** The batch of one tick of a fast agent. */
const TICK = 64;

const event = (sequence: number) =>
  `{"event_id":"evt_${sequence}","sequence":${sequence},"pad":"${'.'.repeat(230)}","raw":null}`;
const raw = (sequence: number) =>
  `{"type":"message_delta","message":"msg","text":"${sequence}:............"}`;

export const log: Bench = {
  name: 'log',
  about: `events appended to the log, ${TICK} to a transaction`,
  async run(ground, { rounds, log: count }) {
    const ours = async () =>
      (count / (await timed(async () => appended(await ground.folder(), count)))) * 1000;
    const rows = async () =>
      (count / (await timed(async () => inserted(await ground.folder(), count)))) * 1000;
    const { value, yardstick } = await inTurns(ground, rounds, ours, rows);
    return [
      {
        name: 'events appended to the log',
        unit: '/s',
        better: 'higher',
        value,
        yardstick: { what: `a row per event, ${TICK} to a transaction`, value: yardstick },
      },
    ];
  },
};

async function appended(folder: string, count: number): Promise<void> {
  const log = await openLog({ dataFolder: folder, sync: 'normal' });
  const record = {
    sessionId: 's',
    createdAt: 1,
    updatedAt: 1,
    unsettled: true,
    ended: false,
  };
  await log.create({ ...record, config: '{}', info: '{}' });
  for (let first = 1; first <= count; first += TICK) {
    const last = Math.min(first + TICK - 1, count);
    const batch: Batch = { sessionId: 's', first, last, events: [], raws: [], states: [] };
    for (let sequence = first; sequence <= last; sequence++) {
      batch.events.push(event(sequence));
      batch.raws.push(raw(sequence));
    }
    await log.append('s', first - 1, { batch, record: { updatedAt: last } });
  }
  await log.close();
}

async function inserted(folder: string, count: number): Promise<void> {
  const database = new Database(join(folder, 'plain.sqlite'));
  configure(database, 'normal');
  database.exec(
    'CREATE TABLE events (session INTEGER, sequence INTEGER, event TEXT, raw TEXT, PRIMARY KEY (session, sequence))',
  );
  const insert = database.command('INSERT INTO events VALUES (?, ?, ?, ?)');
  for (let first = 1; first <= count; first += TICK) {
    const last = Math.min(first + TICK - 1, count);
    database.transaction(() => {
      for (let sequence = first; sequence <= last; sequence++) {
        insert.run([1, sequence, event(sequence), raw(sequence)]);
      }
    });
    // Asynchronous, like the contract of the log.
    await null;
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}
