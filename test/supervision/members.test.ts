import { expect, test } from 'vitest';
import { type Membership, membersOf } from '../../src/supervision/members.js';
import type { ProcessInfo } from '../../src/supervision/process-table.js';

const DAEMON = 100;

function info(pid: number, ppid: number, more: Partial<ProcessInfo> = {}): ProcessInfo {
  return { pid, ppid, pgid: pid, sid: pid, start: pid, mark: null, ...more };
}

function members(processes: ProcessInfo[], tree: Partial<Membership>): number[] {
  const nothing: Membership = { known: new Set(), groups: [], marked: () => false, enclosed: new Set() };
  const found = membersOf(
    [info(1, 0), info(50, 1), info(DAEMON, 50), ...processes],
    { ...nothing, ...tree },
    DAEMON,
  );
  return found.map(({ pid }) => pid).sort((a, b) => a - b);
}

test('descendants of a known process belong at any depth', () => {
  const processes = [info(204, 203), info(203, 201), info(201, DAEMON), info(202, DAEMON)];
  expect(members(processes, { known: new Set(['201@201']) })).toEqual([201, 203, 204]);
});

test('processes with the mark belong, and so do their descendants', () => {
  const processes = [info(201, 1, { mark: 'a' }), info(202, 201), info(203, 1, { mark: 'b' })];
  expect(members(processes, { marked: (mark) => mark === 'a' })).toEqual([201, 202]);
});

test('members of the group or session of an exited root belong', () => {
  const processes = [info(202, 1, { pgid: 201 }), info(203, 1, { sid: 201 }), info(204, 1)];
  expect(members(processes, { groups: [201] })).toEqual([202, 203]);
});

test('a group with a reused id does not belong', () => {
  expect(members([info(201, 1, { start: 999 }), info(202, 201, { pgid: 201 })], { groups: [201] })).toEqual(
    [],
  );
});

test('the daemon, its ancestors and its other children never belong', () => {
  const marked = { mark: 'a' };
  const processes = [
    info(50, 1, marked),
    info(DAEMON, 50, marked),
    info(201, DAEMON, marked),
    info(202, DAEMON),
  ];
  expect(members(processes, { marked: () => true, known: new Set(['100@100', '50@50', '1@1']) })).toEqual([
    201,
  ]);
});

test('a process is not the child of a younger one', () => {
  const processes = [info(300, DAEMON, { start: 500 }), info(301, 300, { start: 400 })];
  expect(members(processes, { known: new Set(['300@500']) })).toEqual([300]);
});
