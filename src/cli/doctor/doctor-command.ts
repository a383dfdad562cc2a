import { Command } from 'commander';
import { type DaemonFlags, withDaemonOptions } from '../daemon/daemon-flags.js';
import { type OutputFlags, withJsonOption } from '../terminal/output.js';

export interface DoctorFlags extends DaemonFlags, OutputFlags {}

const MORE_HELP = `
Nothing is changed, and nothing is sent to providers. Keys are only named. The exit code is 1 if there are problems;
warnings do not count. greenroom check looks for damage in what is stored.

Examples:
  $ greenroom doctor
  $ greenroom doctor --data /srv/greenroom
  $ greenroom doctor --json | jq '.findings[] | select(.level != "ok")'
`;

export function doctorCommand(): Command {
  return withJsonOption(withDaemonOptions(new Command('doctor')))
    .addHelpText('after', MORE_HELP)
    .action(async (flags: DoctorFlags) => (await import('./doctor.js')).doctor(flags));
}
