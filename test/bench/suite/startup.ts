import type { Bench } from '../bench.js';
import { answers, BenchDaemon, freePort } from '../daemon.js';
import { inTurns, timed } from '../measure.js';
import { Program } from '../program.js';

export const startup: Bench = {
  name: 'startup',
  about: 'from the start of the process until /v1/health answers',
  async run(ground, { startups }) {
    const ours = async () => {
      let daemon: BenchDaemon | undefined;
      const ms = await timed(async () => {
        daemon = await BenchDaemon.start(ground);
      });
      await daemon?.stop();
      return ms;
    };
    const bare = async () => {
      const port = await freePort();
      let program: Program | undefined;
      const ms = await timed(async () => {
        program = Program.run(ground, 'plain-health', String(port));
        await answers(`http://127.0.0.1:${port}/v1/health`);
      });
      await program?.stop();
      return ms;
    };
    const { value, yardstick } = await inTurns(ground, startups, ours, bare);
    return [
      {
        name: 'start-up to healthy',
        unit: 'ms',
        better: 'lower',
        value,
        yardstick: { what: 'bare node HTTP server', value: yardstick },
      },
    ];
  },
};
