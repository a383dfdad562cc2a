import { release } from 'node:os';
import { hasColors } from '../terminal/paint.js';
import { type Finding, ok, problem, warning } from './finding.js';

const OLDEST_NODE = [20, 19] as const;
const systems: readonly string[] = ['linux', 'darwin'];

/** What Greenroom runs on, and in. */
export function machineFindings(): Finding[] {
  return [node(process.versions.node), system(process.platform), terminal(process.env)];
}

function node(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldest, oldestMinor] = OLDEST_NODE;
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return ok('node', version);
  return problem('node', `${version} is too old`, `install Node ${OLDEST_NODE.join('.')} or newer`);
}

function system(platform: string): Finding {
  const name = `${platform} ${release()}`;
  if (systems.includes(platform)) return ok('system', name);
  return warning('system', `${name} is not tested`, 'use Linux or macOS; on Windows, use WSL');
}

function terminal({ TERM = '', LANG, LC_ALL, LC_CTYPE }: NodeJS.ProcessEnv): Finding {
  if (!process.stdout.isTTY) return ok('terminal', 'none: output is plain');
  const charset = LC_ALL || LC_CTYPE || LANG || '';
  const size = `${process.stdout.columns}x${process.stdout.rows}`;
  const colors = hasColors() ? 'colours' : 'no colours';
  if (process.platform === 'linux' && !/utf-?8/i.test(charset))
    return warning(
      'terminal',
      `${TERM} ${size}, ${colors}; its character set may not be UTF-8 (${charset || 'no LANG'})`,
      'set LANG, for example: export LANG=C.UTF-8',
    );
  return ok('terminal', `${TERM} ${size}, ${colors}`);
}
