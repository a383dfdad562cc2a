import { writeFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { Ground } from '../bench/ground.js';
import { Progress } from '../bench/progress.js';
import { help, type Options, optionsOf, UsageError } from './options.js';
import { jsonOf, report } from './report.js';
import { Soak } from './soak.js';

async function soak({ seconds, seed, json }: Options): Promise<void> {
  const progress = new Progress();
  const ground = new Ground((what) => progress.show(what));
  let isCancelled = false;
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      isCancelled = true;
      progress.show('stopping');
      void ground.clear().finally(() => {
        progress.clear();
        process.exit(code);
      });
    });
  }
  console.log(`seed ${seed}, ${seconds} s of trouble`);
  try {
    const outcome = await new Soak({ seconds, seed, ground }).run();
    progress.clear();
    console.log(`\n${report(outcome)}`);
    if (json !== null) await writeFile(json, jsonOf(outcome));
    if (!outcome.findings.isClean) process.exitCode = 1;
  } catch (error) {
    if (!isCancelled) throw error;
  } finally {
    await ground.clear();
    progress.clear();
  }
}

try {
  const options = optionsOf(process.argv.slice(2));
  if (options.help) process.stdout.write(help());
  else await soak(options);
} catch (error) {
  console.error(`soak: ${error instanceof UsageError ? error.message : inspect(error)}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
