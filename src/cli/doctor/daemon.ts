import { version } from '../../server/version.js';
import { withClient } from '../daemon/connect.js';
import { runningDaemon } from '../daemon/running-daemon.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import type { DoctorFlags } from './doctor-command.js';
import { type Finding, ok, problem, warning } from './finding.js';

const RESTART = 'restart it: greenroom down, then greenroom up';

/** Whether the daemon answers, accepts the token and can store. */
export async function daemonFindings(flags: DoctorFlags): Promise<Finding[]> {
  const running = runningDaemon(flags.data);
  if (!flags.url && running === null)
    return [ok('daemon', 'not running; greenroom up starts one, and so does greenroom run')];
  try {
    return await withClient(flags, async (client) => {
      const { version: theirs } = await client.http.json('GET /v1/ready');
      const where = flags.url || running?.url;
      if (theirs === version) return [ok('daemon', `${theirs} at ${where}`)];
      return [warning('daemon', `${theirs} at ${where}; this is ${version}`, RESTART)];
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isRefusal = error instanceof UsageError && error.exitCode === EXIT.refused;
    return [
      problem(
        'daemon',
        error.message,
        isRefusal ? 'find the right token, or make one with: greenroom token create' : RESTART,
      ),
    ];
  }
}
