import { describeHooks, describeJson, quote, shortened } from '../kit/folder/in-words.js';
import type { FolderPlaces } from '../kit/folder/places.js';

const kinds: Readonly<Record<string, string>> = {
  agents: 'a sub-agent, which may have settings of its own',
  hooks: 'a file for hooks',
  plugins: 'a part of a plugin',
  rules: 'rules about which commands may run unasked',
};

/** What Codex takes from a folder that it trusts. It reads skills and prompts from any: they are text for the model. */
export const folderPlaces: FolderPlaces = [
  {
    path: '.codex',
    reach: 'project',
    ignores: (name) => name === 'skills' || name === 'prompts',
    describe: (text, name) => {
      if (name === 'config.toml') return describeToml(text);
      if (name === 'hooks.json') return describeJson(text, { hooks: describeHooks });
      return [kinds[name.split('/')[0]!] ?? 'a file of its configuration'];
    },
  },
];

/** The lines that say something. The file is shown, not understood: whoever decides should see what is there. */
function describeToml(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return shortened(lines.filter((line) => line !== '' && !line.startsWith('#'))).map(quote);
}
