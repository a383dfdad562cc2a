import type { DeclaredAgent } from '../../schema/index.js';
import { at } from '../kit/record.js';

/** How known agents are started, and where they differ. */
const presets: Readonly<Record<string, DeclaredAgent>> = {
  gemini: {
    protocol: 'acp',
    name: 'Gemini CLI',
    command: ['gemini', '--acp'],
    package: '@google/gemini-cli@0.61.0',
    passEnv: ['GEMINI_*', 'GOOGLE_*'],
    writable: ['.gemini'],
    folder: ['.gemini'],
    login: [],
  },
  qwen: {
    protocol: 'acp',
    name: 'Qwen Code',
    command: ['qwen', '--acp'],
    package: '@qwen-code/qwen-code@0.24.4',
    passEnv: ['QWEN_*', 'OPENAI_*', 'DASHSCOPE_*'],
    writable: ['.qwen'],
    folder: ['.qwen'],
    login: [],
    modes: { default: 'default' },
    ignored: ['qwen/notify/', 'craft/'],
  },
  copilot: {
    protocol: 'acp',
    name: 'Copilot CLI',
    command: ['copilot', '--acp'],
    package: '@github/copilot@1.0.102',
    passEnv: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN'],
    writable: ['.copilot'],
    folder: ['.github/hooks', '.github/extensions', '.mcp.json'],
    login: ['login'],
  },
  'opencode-acp': {
    protocol: 'acp',
    name: 'OpenCode (ACP)',
    command: ['opencode', 'acp'],
    package: 'opencode-ai@1.18.33',
    passEnv: ['OPENCODE_*', 'ANTHROPIC_*', 'OPENAI_*'],
    writable: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
    folder: ['opencode.json', 'opencode.jsonc', '.opencode'],
    login: ['auth', 'login'],
  },
  cline: {
    protocol: 'acp',
    name: 'Cline',
    command: ['cline', '--acp'],
    package: 'cline@3.0.65',
    passEnv: ['CLINE_*'],
    writable: ['.cline'],
    folder: ['.cline', '.clinerules'],
    login: ['auth'],
  },
  droid: {
    protocol: 'acp',
    name: 'Droid',
    command: ['droid', 'exec', '--output-format', 'acp'],
    package: 'droid@0.215.0',
    passEnv: ['FACTORY_*'],
    writable: ['.factory'],
    folder: ['.factory'],
    login: [],
  },
  auggie: {
    protocol: 'acp',
    name: 'Auggie',
    command: ['auggie', '--acp'],
    package: '@augmentcode/auggie@0.36.0',
    passEnv: ['AUGMENT_*'],
    writable: ['.augment'],
    folder: ['.augment'],
    login: ['login'],
  },
  qoder: {
    protocol: 'acp',
    name: 'Qoder CLI',
    command: ['qodercli', '--acp'],
    package: '@qoder-ai/qodercli@1.1.52',
    passEnv: ['QODER_*'],
    writable: ['.qoder'],
    folder: ['.qoder', '.mcp.json'],
    login: [],
  },
  kimi: {
    protocol: 'acp',
    name: 'Kimi Code',
    command: ['kimi', 'acp'],
    package: '@moonshot-ai/kimi-code@2.1.0',
    passEnv: ['KIMI_*', 'MOONSHOT_*'],
    writable: ['.kimi'],
    folder: ['.kimi'],
    login: ['login'],
  },
};

/** The preset of an agent; undefined for one that nobody has tried. */
export function presetOf(id: string): DeclaredAgent | undefined {
  return at(presets, id);
}

export const presetIds: readonly string[] = Object.keys(presets);
