import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { PermissionMode } from '../../schema/index.js';
import { plainJson } from '../kit/plain-json.js';

/**
 * Amp reads a single settings file. Each session gets its own: the user's settings overlaid with ours. The user's file
 * is never written.
 */

const Rule = z.looseObject({ tool: z.string(), action: z.string() });
type Rule = z.infer<typeof Rule>;
type Settings = Record<string, unknown>;

/** Tools without side effects, by their current and older names in Amp's list of permissions. */
const readOnlyTools = [
  ...['Read', 'Grep', 'glob', 'Glob', 'finder', 'list_directory', 'get_diagnostics', 'view_media', 'look_at'],
  ...['read_thread', 'find_thread', 'skill', 'search_amp_documentation', 'get_current_time', 'sleep'],
  ...['shell_command_status', 'task_list', 'todo_read', 'todo_write'],
  // Sub-agents: each tool they use is asked for separately.
  ...['Task', 'oracle'],
];

/** `helper` is the path of the program that Amp runs to ask for permission. */
export function sessionSettings(user: Settings, mode: PermissionMode, helper: string): Settings {
  const { data: own = [] } = z.array(Rule).safeParse(user['amp.permissions']);
  return {
    ...user,
    'amp.permissions': mode === 'bypass' ? withoutAsking(own) : withAsking(own, helper),
    // Always set: the user's settings may say otherwise.
    'amp.dangerouslyAllowAll': mode === 'bypass',
    'amp.updates.mode': 'disabled',
    'amp.notifications.enabled': false,
    'amp.notifications.system.enabled': false,
  };
}

/** The first matching rule wins, so the user's rejections come first. */
function withoutAsking(own: readonly Rule[]): Rule[] {
  return [...own.filter(({ action }) => action === 'reject'), { tool: '*', action: 'allow' }];
}

/** `ask` would end the run, as there is no terminal: such rules are delegated to the helper. */
function withAsking(own: readonly Rule[], helper: string): Rule[] {
  const delegated = own.map((rule) =>
    rule.action === 'ask' ? { ...rule, action: 'delegate', to: helper } : rule,
  );
  const allowed = readOnlyTools.map((tool) => ({ tool, action: 'allow' }));
  return [...delegated, ...allowed, { tool: '*', action: 'delegate', to: helper }];
}

/** Throws if the settings cannot be parsed: ignoring them could drop a rule that forbids something. */
export async function userSettings(env: NodeJS.ProcessEnv): Promise<Settings> {
  const folder = join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'amp');
  const files = env.AMP_SETTINGS_FILE
    ? [env.AMP_SETTINGS_FILE]
    : [join(folder, 'settings.json'), join(folder, 'settings.jsonc')];
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) return settingsIn(file, text);
  }
  return {};
}

function settingsIn(file: string, text: string): Settings {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(plainJson(text)));
  } catch (error) {
    throw new Error(`${file} is not a JSON object`, { cause: error });
  }
}
