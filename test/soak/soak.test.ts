import { describe, expect, it, onTestFinished } from 'vitest';
import { Ground } from '../bench/ground.js';
import { Findings } from './findings.js';
import { help, optionsOf, UsageError } from './options.js';
import { jsonOf, report } from './report.js';
import { type Outcome, Soak } from './soak.js';
import { Tape } from './tape.js';

const SECONDS = process.env.CI === 'true' ? 60 : 20;

const event = (sequence: number) => `{"event_id":"e${sequence}","sequence":${sequence}}`;

function tapeOf(...sequences: number[]): Tape {
  const tape = new Tape(10);
  for (const sequence of sequences) tape.take(event(sequence));
  return tape;
}

it('nothing is lost, doubled, forgotten or left while everything goes wrong', {
  timeout: 300_000,
}, async () => {
  const ground = new Ground();
  onTestFinished(() => ground.clear());
  const seed = Math.floor(Math.random() * 2 ** 32);
  const outcome = await new Soak({ seconds: SECONDS, seed, ground }).run();
  expect(outcome.findings.examples, report(outcome)).toEqual({});
  expect(outcome.findings.isClean).toBe(true);
  expect(outcome.delivered).toBeGreaterThan(0);
  expect(outcome.messages).toBeGreaterThan(0);
  expect(outcome.kills).toBeGreaterThan(0);
  expect(outcome.stalls.probes).toBeGreaterThan(0);
});

describe('the tape of a reader', () => {
  it('has no fault if each event comes once and in order', () => {
    const tape = tapeOf(11, 12, 13);
    expect(tape.faults).toEqual({ lost: 0, doubled: 0, disordered: 0 });
    expect(tape.texts).toEqual([event(11), event(12), event(13)]);
    expect(tape.last).toBe(13);
  });

  it('counts events that are left out, come twice or come late', () => {
    expect(tapeOf(11, 14).faults).toEqual({ lost: 2, doubled: 0, disordered: 0 });
    expect(tapeOf(11, 11, 12).faults).toEqual({ lost: 0, doubled: 1, disordered: 0 });
    expect(tapeOf(11, 13, 12).faults).toEqual({ lost: 0, doubled: 0, disordered: 1 });
  });
});

describe('the report', () => {
  const findings = new Findings();
  findings.add('lost', 'reader 1: 2 left out', 2);
  findings.add('lost', 'reader 2: nothing', 0);
  const outcome: Outcome = {
    ...{ seed: 7, seconds: 1, sessions: 1, messages: 2, readers: 3, stored: 4, delivered: 5 },
    ...{ kills: 6, stops: 0, fullDisks: 0, stalls: { largest: 8, p99: 1, probes: 9 } },
    lives: [{ memoryAtStart: 100, memoryAtEnd: null, endedBy: 'SIGKILL' }],
    findings,
  };

  it('has a row for everything that must be zero, and examples of what is not', () => {
    const text = report(outcome);
    expect(text).toMatch(/^events lost +2$/m);
    expect(text).toMatch(/^acknowledged messages forgotten +0$/m);
    expect(text).toContain('events lost: reader 1: 2 left out');
    expect(text).not.toContain('reader 2');
  });

  it('is also available as JSON', () => {
    expect(JSON.parse(jsonOf(outcome))).toMatchObject({
      isClean: false,
      seed: 7,
      faults: { lost: 2, forgotten: 0 },
      examples: { lost: ['reader 1: 2 left out'] },
    });
  });
});

describe('the options', () => {
  it('default to ten minutes and a random seed', () => {
    expect(optionsOf([])).toMatchObject({ seconds: 600, json: null, help: false });
    expect(optionsOf(['--seconds', '5', '--seed', '0'])).toMatchObject({ seconds: 5, seed: 0 });
  });

  it.each([[['--seconds', '0']], [['--seed', 'x']], [['--long']], [['60']]])('reject %j', (args) => {
    expect(() => optionsOf(args)).toThrow(UsageError);
  });

  it('are documented by the help', () => {
    for (const flag of ['--seconds', '--seed', '--json', '--help']) expect(help()).toContain(flag);
  });
});
