import { openLog } from '../../src/log/index.js';
import { BenchDaemon } from './daemon.js';
import type { Ground } from './ground.js';

export interface StoredSessions {
  folder: string;
  /** Characters of what a session's row says of it. */
  chars: number;
}

/** A data folder with many ended sessions, each a copy of one that a daemon has stored. */
export async function storedSessions(ground: Ground, count: number): Promise<StoredSessions> {
  const folder = await ground.folder();
  const daemon = await BenchDaemon.start(ground, { data: folder });
  await daemon.create('model');
  await daemon.call('POST', '/v1/sessions/model/terminate');
  await daemon.stop();
  const log = await openLog({ dataFolder: folder, sync: 'normal' });
  try {
    const model = await log.session('model');
    if (!model) throw new Error('the session was not stored');
    const { config, info, createdAt, updatedAt, ended } = model;
    for (let index = 0; index < count; index++) {
      const sessionId = `stored-${index}`;
      const record = { sessionId, createdAt: createdAt + index, updatedAt: updatedAt + index, ended };
      await log.create({ ...record, config, info: info.replaceAll('model', sessionId), unsettled: false });
    }
    return { folder, chars: config.length + info.length };
  } finally {
    await log.close();
  }
}
