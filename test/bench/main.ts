import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import type { Bench, Figure } from './bench.js';
import { help, type Options, optionsOf, UsageError } from './options.js';
import { Progress } from './progress.js';
import { jsonOf, Run } from './run.js';
import { table } from './table.js';

const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR;

async function bench({ benches, scale, json }: Options): Promise<void> {
  const progress = new Progress();
  const results: { bench: Bench; figures: Figure[] }[] = [];
  const run = new Run({
    benches,
    scale,
    say: (what) => progress.show(`(${results.length + 1}/${benches.length}) ${what}`),
    onFigures: (bench, figures) => results.push({ bench, figures }),
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      progress.show('stopping');
      void run.cancel().finally(() => {
        progress.clear();
        process.exit(code);
      });
    });
  }
  try {
    await run.go();
  } finally {
    progress.clear();
    if (results.length > 0) show(results.flatMap(({ figures }) => figures));
  }
  if (json !== null) await writeFile(json, jsonOf(results));
}

function show(figures: readonly Figure[]): void {
  console.log(
    `\nnode ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} processors\n`,
  );
  console.log(table(figures, isColoured));
  console.log(
    '\nratio: greenroom to yardstick in the same run. Higher is better for rates, lower for everything else.\n',
  );
}

try {
  const options = optionsOf(process.argv.slice(2));
  if (options.help) process.stdout.write(help());
  else await bench(options);
} catch (error) {
  console.error(`bench: ${error instanceof UsageError ? error.message : inspect(error)}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
