import {
  type Descriptions,
  describeHooks,
  describeJson,
  describeServers,
  each,
  fieldsOf,
  listOf,
  quote,
} from '../kit/folder/in-words.js';
import type { FolderPlaces } from '../kit/folder/places.js';

const settings: Descriptions = {
  hooks: describeHooks,
  permissions: (permissions) =>
    each(permissions, (behavior, rules) =>
      Array.isArray(rules)
        ? rules.map((rule) => `the permission rule ${behavior}: ${quote(rule)}`)
        : `the permission setting ${behavior}: ${quote(rules)}`,
    ),
  env: (env) => each(env, (name, value) => `the variable ${name}=${quote(value)}`),
  enabledPlugins: (plugins) => each(plugins, (name, on) => (on === false ? [] : `the plugin ${name}`)),
  extraKnownMarketplaces: (all) => each(all, (name) => `the marketplace of plugins ${name}`),
  apiKeyHelper: (command) => [`a command that prints keys: ${quote(command)}`],
  statusLine: (line) => [`a command for the status line: ${quote(fieldsOf(line).command)}`],
  enabledMcpjsonServers: (names) => listOf(names).map((name) => `approves the MCP server ${quote(name)}`),
  enableAllProjectMcpServers: (isOn) => (isOn === true ? ['approves all MCP servers of the folder'] : []),
};

const describeSettings = (text: string) => describeJson(text, settings);

/** The files of a folder that Claude Code runs or obeys, instructions and conversations excluded. */
export const folderPlaces: FolderPlaces = [
  ...['settings.json', 'settings.local.json'].map((name) => ({
    path: `.claude/${name}`,
    reach: 'project' as const,
    describe: describeSettings,
  })),
  ...Object.entries({
    agents: 'a sub-agent, which may have tools and hooks of its own',
    commands: 'a command, which may run programs',
    skills: 'a part of a skill, which may run programs',
    hooks: 'a file for hooks',
    plugins: 'a part of a plugin',
  }).map(([name, brings]) => ({
    path: `.claude/${name}`,
    reach: 'repository' as const,
    describe: () => [brings],
  })),
  {
    path: '.mcp.json',
    reach: 'root',
    describe: (text) => describeJson(text, { mcpServers: describeServers }),
  },
];
