import { execa } from 'execa';
import { expect, test } from 'vitest';
import { formatMark } from '../../src/supervision/marker.js';
import { markInEnviron, parseStat } from '../../src/supervision/proc-table.js';
import { type ProcessInfo, shareScans, systemTable } from '../../src/supervision/process-table.js';
import { parsePs, parsePsMarks, readPsTable } from '../../src/supervision/ps-table.js';
import { startProgram } from './programs.js';

const hasPs = (await execa('ps', ['-V'], { reject: false })).code !== 'ENOENT';

test('lists a child with its parent, group, session and mark', async () => {
  const child = startProgram('waits');
  await child.lines.ready();
  const found = (await systemTable.scan()).find((info) => info.pid === child.pid)!;
  expect(found).toMatchObject({ ppid: process.pid, pgid: child.pid, mark: formatMark(child.mark) });
  if (process.platform === 'linux') expect(found.sid).toBe(child.pid);
  expect(systemTable.runs(found)).toBe(true);
});

test('distinguishes processes with a reused pid', async () => {
  const self = (await systemTable.scan()).find((info) => info.pid === process.pid)!;
  expect(systemTable.runs(self)).toBe(true);
  if (process.platform === 'linux') expect(systemTable.runs({ ...self, start: self.start - 1 })).toBe(false);
});

test('does not list an exited process', async () => {
  const child = startProgram('echoes');
  const found = (await systemTable.scan()).find((info) => info.pid === child.pid)!;
  child.endInput();
  await child.exited;
  expect(systemTable.runs(found)).toBe(false);
  expect(await systemTable.scan()).not.toContainEqual(expect.objectContaining({ pid: child.pid }));
});

test.runIf(hasPs)('ps reports the same for a child', async () => {
  const child = startProgram('waits');
  await child.lines.ready();
  const found = (await readPsTable()).find((info) => info.pid === child.pid);
  expect(found).toMatchObject({ ppid: process.pid, pgid: child.pid, mark: formatMark(child.mark) });
  expect(found!.start).toBeGreaterThan(Date.now() / 1000 - 24 * 3600);
});

test('parses a process name with brackets and spaces', () => {
  const rest = `S 7 8 9 ${Array.from({ length: 15 }, (_, n) => n).join(' ')} 4711 0 0`;
  expect(parseStat(`12 (a) R 1 (b) ${rest}`)).toEqual({
    pid: 12,
    ppid: 7,
    pgid: 8,
    sid: 9,
    start: 4711,
    zombie: false,
  });
  expect(parseStat(`12 (x) ${rest.replace('S', 'Z')}`)?.zombie).toBe(true);
  expect(parseStat('')).toBeNull();
});

test('reads a mark only from a variable of exactly that name', () => {
  const environ = (...variables: string[]) => Buffer.from(`${variables.join('\0')}\0`);
  expect(markInEnviron(environ('A=1', 'GREENROOM_MARK=a/b', 'C=2'))).toBe('a/b');
  expect(markInEnviron(environ('GREENROOM_MARK=a/b'))).toBe('a/b');
  expect(markInEnviron(environ('X=GREENROOM_MARK=no', 'MY_GREENROOM_MARK=no', 'GREENROOM_MARK=a/b'))).toBe(
    'a/b',
  );
  expect(markInEnviron(environ('X=GREENROOM_MARK=no', 'GREENROOM_MARKS=no'))).toBeNull();
  expect(markInEnviron(Buffer.alloc(0))).toBeNull();
});

test('parses the output of ps on macOS', () => {
  const rows = parsePs(
    [
      '    1     0     1 Ss   Mon Nov  3 09:15:02 2025    ',
      '  501     1   501 S+   Mon Nov 10 19:00:59 2025    ',
      '  502   501   501 Z    Mon Nov 10 19:01:00 2025    ',
      '',
    ].join('\n'),
  );
  expect(rows.map(({ pid, ppid, pgid }) => [pid, ppid, pgid])).toEqual([
    [1, 0, 1],
    [501, 1, 501],
  ]);
  expect(rows[0]!.start).toBeLessThan(rows[1]!.start);
  expect(
    parsePsMarks('  501 node waits.mjs GREENROOM_MARK=a/b HOME=/Users/me\n  502 vi GREENROOM_MARKS=x'),
  ).toEqual(new Map([[501, 'a/b']]));
});

test('callers during a scan share the next one', async () => {
  const scans: ((table: ProcessInfo[]) => void)[] = [];
  const scan = shareScans(() => new Promise((resolve) => scans.push(resolve)));
  const first = scan();
  const [second, third] = [scan(), scan()];
  expect(scans).toHaveLength(1);
  scans[0]!([]);
  await first;
  await Promise.resolve();
  expect(scans).toHaveLength(2);
  const later = scan();
  const table: ProcessInfo[] = [{ pid: 2, start: 1, ppid: 1, pgid: 2, sid: 2, mark: null }];
  scans[1]!(table);
  expect(await second).toBe(table);
  expect(await third).toBe(table);
  await Promise.resolve();
  scans[2]!([]);
  expect(await later).toEqual([]);
});
