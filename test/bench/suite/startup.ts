import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench, Figure } from '../bench.js';
import { answers, BenchDaemon, freePort } from '../daemon.js';
import type { Ground } from '../ground.js';
import { inTurns, timed } from '../measure.js';
import { Program, paths } from '../program.js';

const run = promisify(execFile);

/** What `greenroom ls` has to list. */
const SESSIONS = 5;

export const startup: Bench = {
  name: 'startup',
  about: 'from the start of the process until /v1/health answers, and until sessions are served; commands',
  async run(ground, { startups }) {
    const figure = (name: string, what: string, { value, yardstick }: Measured): Figure => ({
      name,
      unit: 'ms',
      better: 'lower',
      value,
      yardstick: { what, value: yardstick },
    });
    const daemon = (path: string) =>
      inTurns(
        ground,
        startups,
        () => untilAnswer(ground, path),
        () => bareServer(ground),
      );
    const command = (...args: string[]) =>
      inTurns(
        ground,
        startups,
        () => timed(() => node(paths.daemon, ...args)),
        () => timed(() => node('-e', '0')),
      );
    const healthy = await daemon('/v1/health');
    const serving = await daemon('/v1/sessions');
    const help = await command('--help');
    const running = await BenchDaemon.start(ground);
    for (let i = 0; i < SESSIONS; i++) await running.create(`session-${i}`);
    const list = await command('ls', '--url', running.url);
    await running.stop();
    return [
      figure('start-up to healthy', 'bare node HTTP server', healthy),
      figure('start-up to sessions served', 'bare node HTTP server', serving),
      figure('greenroom --help', 'node -e 0', help),
      figure('greenroom ls', 'node -e 0', list),
    ];
  },
};

type Measured = Pick<Figure, 'value'> & { yardstick: number };

async function untilAnswer(ground: Ground, path: string): Promise<number> {
  let daemon: BenchDaemon | undefined;
  const ms = await timed(async () => {
    daemon = await BenchDaemon.start(ground, { until: path });
  });
  await daemon?.stop();
  return ms;
}

async function bareServer(ground: Ground): Promise<number> {
  const port = await freePort();
  let program: Program | undefined;
  const ms = await timed(async () => {
    program = Program.run(ground, 'plain-health', String(port));
    await answers(`http://127.0.0.1:${port}/v1/health`);
  });
  await program?.stop();
  return ms;
}

const node = (...args: string[]) => run(process.execPath, args);
