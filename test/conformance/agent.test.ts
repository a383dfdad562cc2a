import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/index.js';
import { driverOf } from './agent/driver-of.js';

describe.each(agents)('$id', ({ id }) => {
  const folder = join(import.meta.dirname, '..', 'agents', id);

  it('has a driver and runs the suite with it', async () => {
    expect((await driverOf(id)).agent).toBe(id);
    const tests = (await readdir(folder)).filter((name) => name.endsWith('.test.ts'));
    const texts = await Promise.all(tests.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts.filter((text) => text.includes('agentConformance(driver'))).toHaveLength(1);
  });
});
