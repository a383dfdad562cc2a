import { isDeepStrictEqual } from 'node:util';
import { expect, vi } from 'vitest';
import type { Translator, TranslatorInput } from '../../src/agents/agent.js';
import type { NativeParser, Schemas } from '../../src/agents/kit/native.js';
import { Draft } from '../../src/schema/index.js';
import { type Change, type Json, type Mutation, mutationsOf, type Site, sitesOf } from './mutations.js';

/**
 * Another version of an agent may send other messages than we know. Whatever becomes of a field, its message is
 * translated as before or becomes `agent.unparsed`: no exception, and no other meaning without notice.
 */
export interface DriftSubject<State, Notice> {
  translator: Translator<State, Notice>;
  parser: Pick<NativeParser<Schemas>, 'parseValue'>;
  /** The names of all messages that have a schema. */
  names: readonly string[];
  /** Conversations as the translator gets them. */
  conversations: readonly (readonly TranslatorInput<Notice>[])[];
  /**
   * Fields that may have another value, with the reason: `name path`, where `*` stands for any key or kind. Both may
   * be alternatives: `a|b x|y`.
   */
  allowed: {
    /** Fields that may be missing, or null. What an item is, where it belongs and its text do not depend on them. */
    absent?: Record<string, string>;
    /** Fields whose absence says something: it cannot be told from a change. */
    decisive?: Record<string, string>;
    /** Fields that are always there, and may be null. */
    nullable?: Record<string, string>;
    /** Fields that are always there; their value belongs to somebody else and is passed on as it is. */
    opaque?: Record<string, string>;
  };
}

interface DriftReport {
  /** Of all mutations, how many have changed nothing, became `agent.unparsed`, or were allowed to change a value. */
  counts: { mutations: number; unchanged: number; unparsed: number; allowed: number };
  /** The other mutations, one line each. */
  failures: string[];
  /** Entries of `allowed` without an effect. */
  unused: string[];
  /** Names of messages without an example. */
  missing: string[];
}

/** How often each field is changed: what it means may depend on what was before. */
const EXAMPLES = 6;
const EXAMPLES_PER_CONVERSATION = 2;

interface Step<State> {
  before: State;
  after: State;
  drafts: Draft[];
}

type Verdict =
  | { result: 'unchanged' | 'unparsed' }
  /** `fact` is one that no longer holds, if any. */
  | { result: 'changed'; fact: string | null }
  | { result: 'broken'; error: unknown };

/** Changes every field of every kind of message in every way, and fails if a meaning changes without notice. */
export function expectNoDrift<State, Notice>(agent: string, subject: DriftSubject<State, Notice>): void {
  const report = new DriftCheck(subject).run();
  const { mutations, unchanged, unparsed, allowed } = report.counts;
  console.log(
    `${agent}: ${mutations} mutations, ${unchanged} unchanged, ${unparsed} unparsed, ${allowed} allowed`,
  );
  expect(report).toEqual({ counts: report.counts, failures: [], unused: [], missing: [] });
}

class DriftCheck<State, Notice> {
  readonly #subject: DriftSubject<State, Notice>;
  readonly #allowances: Allowance[];
  readonly #counts = { mutations: 0, unchanged: 0, unparsed: 0, allowed: 0 };
  readonly #failures = new Set<string>();
  /** How often a field was changed. */
  readonly #seen = new Map<string, number>();
  readonly #found = new Set<string>();

  constructor(subject: DriftSubject<State, Notice>) {
    this.#subject = subject;
    const { absent, decisive, nullable, opaque } = subject.allowed;
    this.#allowances = [
      ...allowances(absent, ['removed', 'renamed', 'null'], { isHarmless: true }),
      ...allowances(decisive, ['removed', 'renamed', 'null']),
      ...allowances(nullable, ['null']),
      ...allowances(opaque, ['null', 'retyped'], { isOpaque: true }),
    ];
  }

  run(): DriftReport {
    for (const conversation of this.#subject.conversations) this.#check(conversation);
    return {
      counts: this.#counts,
      failures: [...this.#failures].sort(),
      unused: this.#allowances.flatMap(({ entry, isUsed }) => (isUsed ? [] : [entry])),
      missing: this.#subject.names.filter((name) => !this.#found.has(name)),
    };
  }

  #check(inputs: readonly TranslatorInput<Notice>[]): void {
    const steps = this.#stepsOf(inputs);
    const inConversation = new Map<string, number>();
    for (const [i, input] of inputs.entries()) {
      const example = input.from === 'agent' ? this.#exampleIn(input.text) : null;
      if (example === null) continue;
      if (steps[i]!.drafts.some(isUnparsed)) throw new Error(`recorded, but unparsed: ${example.name}`);
      const { name, message } = example;
      const sites = sitesOf(message, (path) => this.#isOpaque(name, path)).filter((site) => {
        const key = keyOf(name, site);
        const count = this.#seen.get(key) ?? 0;
        const here = inConversation.get(key) ?? 0;
        if (count >= EXAMPLES || here >= EXAMPLES_PER_CONVERSATION) return false;
        inConversation.set(key, here + 1);
        this.#seen.set(key, count + 1);
        return true;
      });
      if (sites.length === 0) continue;
      this.#continueWithout(name, inputs, steps, i);
      for (const site of sites)
        for (const mutation of mutationsOf(message, site)) this.#judge(name, mutation, inputs, steps, i);
    }
  }

  /** An unparsed message is like one that was not sent: the rest of the conversation must get over it. */
  #continueWithout(
    name: string,
    inputs: readonly TranslatorInput<Notice>[],
    steps: readonly Step<State>[],
    at: number,
  ): void {
    let state = steps[at]!.before;
    try {
      for (const input of inputs.slice(at + 1))
        state = this.#subject.translator.translate(state, input).state;
    } catch (error) {
      this.#failures.add(`${name} unparsed: throws ${String(error)} later`);
    }
  }

  #stepsOf(inputs: readonly TranslatorInput<Notice>[]): Step<State>[] {
    const { translator } = this.#subject;
    let before = translator.initial();
    return inputs.map((input) => {
      const { state: after, drafts } = translator.translate(before, input);
      const step = { before, after, drafts };
      before = after;
      return step;
    });
  }

  #exampleIn(text: string): { name: string; message: Json } | null {
    let message: Json;
    try {
      message = JSON.parse(text);
    } catch {
      return null;
    }
    const { name } = this.#subject.parser.parseValue(message);
    if (name === null) return null;
    this.#found.add(name);
    return { name, message };
  }

  #judge(
    name: string,
    { path, change, value }: Mutation,
    inputs: readonly TranslatorInput<Notice>[],
    steps: readonly Step<State>[],
    i: number,
  ): void {
    const input = { from: 'agent' as const, text: JSON.stringify(value) };
    const verdict = verdictOf(this.#subject.translator, input, inputs, steps, i);
    this.#counts.mutations++;
    const fail = (why: string) => this.#failures.add(`${name} ${path} ${change}: ${why}`);
    if (verdict.result === 'broken') fail(`throws ${String(verdict.error)}`);
    else if (verdict.result !== 'changed') this.#counts[verdict.result]++;
    else if (this.#isAllowed(name, path, change, verdict.fact)) this.#counts.allowed++;
    else fail(verdict.fact ?? 'another meaning');
  }

  #isOpaque(name: string, path: string): boolean {
    const found = this.#allowances.find(({ isOpaque, matches }) => isOpaque && matches(name, path));
    if (found !== undefined) found.isUsed = true;
    return found !== undefined;
  }

  #isAllowed(name: string, path: string, change: Change, fact: string | null): boolean {
    const found = this.#allowances.filter(
      ({ changes, isHarmless, matches }) =>
        changes.includes(change) && matches(name, path) && !(isHarmless && fact !== null),
    );
    for (const allowance of found) allowance.isUsed = true;
    return found.length > 0;
  }
}

interface Allowance {
  entry: string;
  changes: readonly Change[];
  isHarmless: boolean;
  isOpaque: boolean;
  isUsed: boolean;
  matches(name: string, path: string): boolean;
}

function allowances(
  entries: Record<string, string> = {},
  changes: readonly Change[],
  kind: Partial<Pick<Allowance, 'isHarmless' | 'isOpaque'>> = {},
): Allowance[] {
  return Object.keys(entries).map((entry) => {
    const [names = '', pattern = ''] = entry.split(' ');
    const paths = pattern.split('|').map((each) => escaped(each).replaceAll('\\*', '[^.]+'));
    const path = new RegExp(`^(${paths.join('|')})$`);
    const matches = (name: string, at: string) => names.split('|').includes(name) && path.test(at);
    return { entry, changes, isHarmless: false, isOpaque: false, ...kind, isUsed: false, matches };
  });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const isUnparsed = ({ type }: Draft) => type === 'agent.unparsed';

/** A value that is one of a few. */
const WORD = /^[a-z<>_-]{0,24}$/i;

/** Fields that are alike. Flags, statuses and the like decide by their value, so each value counts. */
function keyOf(name: string, { path, value }: Site): string {
  return `${name} ${path} ${kindOf(value)}`;
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object' && value !== null) return Object.keys(value).join();
  const isOneOfFew = typeof value === 'string' ? WORD.test(value) : typeof value !== 'number' || value === 0;
  return isOneOfFew ? JSON.stringify(value) : typeof value;
}

/** Compares the conversation with one changed message to the conversation as it was. */
function verdictOf<State, Notice>(
  translator: Translator<State, Notice>,
  input: TranslatorInput<Notice>,
  inputs: readonly TranslatorInput<Notice>[],
  steps: readonly Step<State>[],
  at: number,
): Verdict {
  let result: 'unchanged' | 'changed' = 'unchanged';
  const drafts: Draft[] = [];
  try {
    let state = steps[at]!.before;
    for (let i = at; i < inputs.length; i++) {
      const step = translator.translate(state, i === at ? input : inputs[i]!);
      state = step.state;
      if (i === at && step.drafts.some(isUnparsed)) return { result: 'unparsed' };
      drafts.push(...step.drafts.map((draft) => Draft.parse(draft)));
      if (result === 'unchanged' && !isDeepStrictEqual(step.drafts, steps[i]!.drafts)) result = 'changed';
      if (isDeepStrictEqual(state, steps[i]!.after)) break;
    }
  } catch (error) {
    return { result: 'broken', error };
  }
  if (result !== 'changed') return { result };
  const before = factsIn(steps.slice(at).flatMap((step) => step.drafts));
  const [key, fact] =
    Object.entries(factsIn(drafts)).find(([key, now]) => (before[key] ?? now) !== now) ?? [];
  return { result, fact: key === undefined ? null : `${key} is ${fact} instead of ${before[key]}` };
}

/** Facts that no optional field decides: what each item is, where it belongs, and its text. */
function factsIn(drafts: readonly Draft[]): Record<string, string> {
  const facts: Record<string, string> = {};
  for (const draft of drafts) {
    if (draft.type !== 'item.started' && draft.type !== 'item.completed') continue;
    const { key, kind, role, parent = null, thread = null, content } = draft.item;
    const texts = content?.flatMap((part) => {
      if (part.type === 'tool_result') return [part.output];
      return part.type === 'text' ? [part.text] : [];
    });
    facts[`${draft.type} ${key}`] = JSON.stringify({ kind, role, parent, thread, texts });
  }
  return facts;
}

/** Everything that a replay feeds to a translator: a conversation for each time that it begins anew. */
export function conversationsIn<State, Notice>(
  translator: Translator<State, Notice>,
  replay: () => void,
): TranslatorInput<Notice>[][] {
  const conversations: { state: State; inputs: TranslatorInput<Notice>[] }[] = [];
  const original = translator.translate;
  const spy = vi.spyOn(translator, 'translate').mockImplementation((state, input) => {
    const step = original(state, input);
    let found = conversations.findLast((each) => isDeepStrictEqual(each.state, state));
    if (found === undefined) {
      found = { state, inputs: [] };
      conversations.push(found);
    }
    found.state = step.state;
    found.inputs.push(input);
    return step;
  });
  try {
    replay();
  } finally {
    spy.mockRestore();
  }
  return conversations.map(({ inputs }) => inputs);
}
