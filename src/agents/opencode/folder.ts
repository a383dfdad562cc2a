import {
  type Descriptions,
  describeJson,
  describeServers,
  each,
  fieldsOf,
  listOf,
  quote,
} from '../kit/folder/in-words.js';
import type { FolderPlace, FolderPlaces } from '../kit/folder/places.js';
import { plainJson } from '../kit/plain-json.js';

const describePermission = (permission: unknown): string[] =>
  typeof permission === 'string'
    ? [`the permission rule: ${quote(permission)}`]
    : each(permission, (tool, rule) => `the permission rule ${tool}: ${quote(rule)}`);

const programs = (what: string) => (all: unknown) =>
  each(all, (name, entry) => `${what} ${name}: ${quote(fieldsOf(entry).command ?? entry)}`);

const settings: Descriptions = {
  permission: describePermission,
  mcp: describeServers,
  plugin: (plugins) => listOf(plugins).map((plugin) => `the plugin ${quote(plugin)}`),
  agent: (agents) => each(agents, (name) => `the agent ${name}, which may have permissions of its own`),
  mode: (modes) => each(modes, (name) => `the mode ${name}, which may have permissions of its own`),
  command: (commands) => each(commands, (name) => `the command ${name}, which may run programs`),
  provider: (providers) =>
    each(providers, (name, entry) => `the provider ${name}: ${quote(fieldsOf(entry).npm ?? entry)}`),
  lsp: programs('the language server'),
  formatter: programs('the formatter'),
};

/** What the files of a folder in `.opencode` are; the singular names are older. */
const kinds: Readonly<Record<string, string>> = {
  plugin: 'a plugin, which runs with the agent',
  plugins: 'a plugin, which runs with the agent',
  tool: 'a tool, which runs with the agent',
  tools: 'a tool, which runs with the agent',
  agent: 'an agent, which may have permissions of its own',
  agents: 'an agent, which may have permissions of its own',
  mode: 'a mode, which may have permissions of its own',
  modes: 'a mode, which may have permissions of its own',
  command: 'a command, which may run programs',
  commands: 'a command, which may run programs',
};

/** OpenCode installs the package of its plugins into such a folder by itself. */
const ownFiles: ReadonlySet<string> = new Set([
  '.gitignore',
  'bun.lock',
  'bun.lockb',
  'node_modules',
  'package-lock.json',
]);
const settingsName = /^opencode\.jsonc?$/;
const OWN_PACKAGE = '@opencode-ai/plugin';

/** OpenCode writes the address of its schema into every file of settings that has none. */
const schemaLine = /^\s*\{(?:\n {2}"\$schema": "https:\/\/opencode\.ai\/config\.json",)?/;
const ownSettings = (text: string) => text.replace(schemaLine, '{');

function own(text: string, name: string): string | null {
  if (settingsName.test(name)) return ownSettings(text);
  if (name !== 'package.json') return text;
  try {
    const { dependencies, ...more } = fieldsOf(JSON.parse(plainJson(text)));
    const others = Object.entries(fieldsOf(dependencies)).filter(([each]) => each !== OWN_PACKAGE);
    if (others.length === 0 && Object.keys(more).length === 0) return null;
    return JSON.stringify({ ...more, dependencies: Object.fromEntries(others) });
  } catch {
    return text;
  }
}

const settingsFile = (path: string): FolderPlace => ({
  path,
  reach: 'repository',
  own: ownSettings,
  describe: (text) => describeJson(text, settings),
});

/** The files of a folder that OpenCode runs or obeys, instructions excluded. */
export const folderPlaces: FolderPlaces = [
  settingsFile('opencode.json'),
  settingsFile('opencode.jsonc'),
  {
    path: '.opencode',
    reach: 'repository',
    ignores: (name) => ownFiles.has(name) || name === 'plans',
    own,
    describe: (text, name) => {
      if (settingsName.test(name)) return describeJson(text, settings);
      const kind = kinds[name.split('/')[0]!];
      return [kind ?? 'a file of its configuration'];
    },
  },
];
