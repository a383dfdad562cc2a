import { EXIT } from '../exit-codes.js';
import { counted } from '../terminal/counted.js';
import { print } from '../terminal/output.js';
import { paint } from '../terminal/paint.js';
import { agentFindings } from './agents.js';
import { daemonFindings } from './daemon.js';
import { dataFindings } from './data.js';
import type { DoctorFlags } from './doctor-command.js';
import type { Finding } from './finding.js';
import { machineFindings } from './machine.js';
import { configurationFindings, isolationFindings, portFindings } from './settings.js';

/** Looks at everything that Greenroom needs, and says what to do about what is not right. */
export async function doctor({ json, ...flags }: DoctorFlags): Promise<void> {
  const configuration = await configurationFindings(flags.data);
  const groups = await Promise.all([
    machineFindings(),
    dataFindings(flags.data),
    configuration.findings,
    daemonFindings(flags),
    configuration.found === null ? [] : portFindings(flags.data, configuration.found),
    configuration.found === null ? [] : isolationFindings(flags.data, configuration.found),
    agentFindings(flags.data, configuration.found),
  ]);
  const findings = groups.flat();
  const problems = findings.filter(({ level }) => level === 'problem').length;
  if (problems > 0) process.exitCode = EXIT.failure;
  print({ findings }, { json }, () => describe(findings, problems));
}

const marks = {
  ok: () => paint('green', '✓'),
  warning: () => paint('yellow', '!'),
  problem: () => paint('red', '✗'),
};

function describe(findings: readonly Finding[], problems: number): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = findings.flatMap(({ subject, level, message, advice }) => [
    `${marks[level]()} ${subject.padEnd(width)}  ${message}`,
    ...(advice === undefined ? [] : [`  ${' '.repeat(width)}  ${paint('dim', '→')} ${advice}`]),
  ]);
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  const summary = `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}`;
  return [...lines, '', summary].join('\n');
}
