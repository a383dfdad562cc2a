import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { PermissionMode } from '../../schema/index.js';

/**
 * Amp reads one file of settings, and a session has one of its own: the user's settings with ours on top of them.
 * The user's file is only read.
 */

const Rule = z.looseObject({ tool: z.string(), action: z.string() });
type Rule = z.infer<typeof Rule>;
type Settings = Record<string, unknown>;

/** Tools that change nothing and tell nobody, by their names in Amp's own list of permissions, and some older ones. */
const harmless = [
  ...['Read', 'Grep', 'glob', 'Glob', 'finder', 'list_directory', 'get_diagnostics', 'view_media', 'look_at'],
  ...['read_thread', 'find_thread', 'skill', 'search_amp_documentation', 'get_current_time', 'sleep'],
  ...['shell_command_status', 'task_list', 'todo_read', 'todo_write'],
  // Their own tools are asked for one by one.
  ...['Task', 'oracle'],
];

/** The settings of a session. `helper` is the program that asks us whether a tool may be used. */
export function sessionSettings(users: Settings, mode: PermissionMode, helper: string): Settings {
  const { data: own = [] } = z.array(Rule).safeParse(users['amp.permissions']);
  return {
    ...users,
    'amp.permissions': mode === 'bypass' ? withoutAsking(own) : withAsking(own, helper),
    // Always told: the user's settings may say otherwise.
    'amp.dangerouslyAllowAll': mode === 'bypass',
    'amp.updates.mode': 'disabled',
    'amp.notifications.enabled': false,
    'amp.notifications.system.enabled': false,
  };
}

/** The first rule that fits counts. What the user forbids stays forbidden. */
function withoutAsking(own: readonly Rule[]): Rule[] {
  return [...own.filter(({ action }) => action === 'reject'), { tool: '*', action: 'allow' }];
}

/** Where Amp would ask there is nobody at its terminal: it would end the run. */
function withAsking(own: readonly Rule[], helper: string): Rule[] {
  const delegated = own.map((rule) =>
    rule.action === 'ask' ? { ...rule, action: 'delegate', to: helper } : rule,
  );
  const allowed = harmless.map((tool) => ({ tool, action: 'allow' }));
  return [...delegated, ...allowed, { tool: '*', action: 'delegate', to: helper }];
}

/** What the user has set. Settings that cannot be read are no reason to go on without them: they may forbid something. */
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
    throw new Error(`${file} cannot be read: it is no JSON object`, { cause: error });
  }
}

/** Without the comments and the commas before a closing bracket, which Amp allows. Strings are left alone. */
function plainJson(text: string): string {
  const uncommented = text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1');
  return uncommented.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, '$1');
}
