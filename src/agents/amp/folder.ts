import { type Descriptions, describeJson, describeServers, listOf, quote } from '../kit/folder/in-words.js';
import type { FolderPlaces } from '../kit/folder/places.js';

const settings: Descriptions = {
  'amp.mcpServers': describeServers,
  'amp.permissions': (rules) => listOf(rules).map((rule) => `the permission rule ${quote(rule)}`),
  'amp.commands.allowlist': (commands) => listOf(commands).map((each) => `allows the command ${quote(each)}`),
};

const programs = (path: string, brings: string) => ({
  path,
  reach: 'repository' as const,
  describe: () => [brings],
});

/** The files of a folder that Amp runs or obeys, instructions excluded. */
export const folderPlaces: FolderPlaces = [
  {
    path: '.amp',
    reach: 'repository',
    describe: (text, name) =>
      /^settings\.jsonc?$/.test(name) ? describeJson(text, settings) : ['a file of its configuration'],
  },
  programs('.agents/commands', 'a command, which may run programs'),
  programs('.agents/checks', 'a check, which may run programs'),
  programs('.agents/plugins', 'a part of a plugin'),
  programs('.agents/skills', 'a part of a skill, which may bring MCP servers'),
];
