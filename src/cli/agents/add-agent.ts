import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { agentIds, declarationOf, presetOf, Registry } from '../../agents/index.js';
import { CONFIGURATION_FILE, writeAgent } from '../../configuration/index.js';
import type { DeclaredAgent } from '../../schema/index.js';
import { EXIT } from '../exit-codes.js';
import { paint } from '../terminal/paint.js';
import { UsageError } from '../usage-error.js';
import type { AddFlags } from './agents-command.js';

const ID = /^[a-z][a-z0-9-]{0,63}$/;

/** Declares an agent in the configuration. */
export async function addAgent(id: string, command: readonly string[], flags: AddFlags): Promise<void> {
  if (!ID.test(id))
    throw new UsageError(`${id} is no id: it has small letters, digits and dashes`, EXIT.usage);
  if ((agentIds as readonly string[]).includes(id)) throw new UsageError(`${id} is built in`, EXIT.usage);
  const agent = await declared(id, command, flags);
  const file = fileOf(flags);
  await writeAgent(file, id, agent);
  console.log(`${paint('green', '✓')} ${agent.name ?? id} is declared in ${file}`);
  if (agent.package) console.log(`  install it    greenroom agents install ${id}`);
  console.log('  a running daemon takes it after:  greenroom down && greenroom up');
}

export async function removeAgent(id: string, flags: Omit<AddFlags, 'registry'>): Promise<void> {
  const file = fileOf(flags);
  const isThere = await writeAgent(file, id, null);
  if (!isThere) throw new UsageError(`${file} declares no agent ${id}`);
  console.log(`${paint('green', '✓')} ${id} is removed from ${file}; its sessions can still be read`);
}

async function declared(
  id: string,
  [program, ...args]: readonly string[],
  { registry }: AddFlags,
): Promise<DeclaredAgent> {
  if (program !== undefined) return { protocol: 'acp', command: [program, ...args] };
  if (registry !== undefined) return fromRegistry(id, registry);
  const preset = presetOf(id);
  if (preset) return { protocol: 'acp', name: preset.name, command: preset.command, package: preset.package };
  throw new UsageError(
    `${id} is not known; say how it is started: greenroom agents add ${id} -- <program> [arguments]`,
    EXIT.usage,
  );
}

async function fromRegistry(id: string, file: string): Promise<DeclaredAgent> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read ${file} (${error.code})`);
  });
  const { data: entries } = Registry.safeParse(parsed(text));
  if (!entries) throw new UsageError(`${file} is no file of the ACP registry`);
  const entry = entries.find((each) => each.id === id);
  if (!entry)
    throw new UsageError(`${file} has no agent ${id}; it has ${entries.map((each) => each.id).join(', ')}`);
  const agent = declarationOf(entry);
  if (!agent) throw new UsageError(`${file} does not say how ${id} is started`);
  return agent;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const fileOf = ({ data, config }: Omit<AddFlags, 'registry'>): string =>
  config === undefined ? join(data, CONFIGURATION_FILE) : resolve(config);
