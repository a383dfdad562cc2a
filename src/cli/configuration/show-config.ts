import type { EffectiveSetting } from '../../schema/index.js';
import type { ServerFlags } from '../daemon/server-options.js';
import { paint } from '../terminal/paint.js';
import { table } from '../terminal/table.js';
import { configurationFor } from './configuration.js';

/** Prints every setting with its value and where that comes from. */
export async function showConfig(flags: ServerFlags, { json }: { json?: true }): Promise<void> {
  const { effective } = await configurationFor(flags);
  if (json) return console.log(JSON.stringify(effective, null, 2));
  const header = ['SETTING', 'VALUE', 'FROM'].map((name) => paint('dim', name));
  console.log(table([header, ...effective.settings.map(row)]));
  console.log(`\n${paint('dim', 'file')}  ${effective.file ?? 'none'}`);
}

function row({ key, value, from, where }: EffectiveSetting): string[] {
  const text = value === null ? '-' : typeof value === 'string' ? value : JSON.stringify(value);
  return from === 'default' ? [key, text, paint('dim', from)] : [key, text, `${from} (${where})`];
}
