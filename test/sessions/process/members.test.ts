import { expect, test } from 'vitest';
import { type Membership, membersOf } from '../../../src/sessions/process/members.js';
import type { ProcessInfo } from '../../../src/sessions/process/process-table.js';

const daemon = 100;

function info(pid: number, ppid: number, more: Partial<ProcessInfo> = {}): ProcessInfo {
  return { pid, ppid, pgid: pid, sid: pid, start: pid, mark: null, ...more };
}

function members(processes: ProcessInfo[], tree: Partial<Membership>): number[] {
  const nothing: Membership = { known: new Set(), groups: [], marked: () => false };
  const found = membersOf(
    [info(1, 0), info(50, 1), info(daemon, 50), ...processes],
    { ...nothing, ...tree },
    daemon,
  );
  return found.map(({ pid }) => pid).sort((a, b) => a - b);
}

test('what descends from a known process belongs, however deep', () => {
  const processes = [info(204, 203), info(203, 201), info(201, daemon), info(202, daemon)];
  expect(members(processes, { known: new Set(['201@201']) })).toEqual([201, 203, 204]);
});

test('what carries the mark belongs, and what descends from it', () => {
  const processes = [info(201, 1, { mark: 'a' }), info(202, 201), info(203, 1, { mark: 'b' })];
  expect(members(processes, { marked: (mark) => mark === 'a' })).toEqual([201, 202]);
});

test('what is in the group or the session of a root that is gone belongs', () => {
  const processes = [info(202, 1, { pgid: 201 }), info(203, 1, { sid: 201 }), info(204, 1)];
  expect(members(processes, { groups: [201] })).toEqual([202, 203]);
});

test('a group whose number was given to a stranger does not belong', () => {
  expect(members([info(201, 1, { start: 999 }), info(202, 201, { pgid: 201 })], { groups: [201] })).toEqual(
    [],
  );
});

test('the daemon, what is above it and its other children never belong', () => {
  const marked = { mark: 'a' };
  const processes = [
    info(50, 1, marked),
    info(daemon, 50, marked),
    info(201, daemon, marked),
    info(202, daemon),
  ];
  expect(members(processes, { marked: () => true, known: new Set(['100@100', '50@50', '1@1']) })).toEqual([
    201,
  ]);
});

test('a process is no child of a younger one', () => {
  const processes = [info(300, daemon, { start: 500 }), info(301, 300, { start: 400 })];
  expect(members(processes, { known: new Set(['300@500']) })).toEqual([300]);
});
