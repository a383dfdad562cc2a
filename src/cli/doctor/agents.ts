import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Agent, agents, type Program } from '../../agents/index.js';
import type { Configuration } from '../../configuration/index.js';
import { environmentOf, locateAs } from '../agents/program-of.js';
import { type Finding, ok, problem, warning } from './finding.js';

const run = promisify(execFile);

/** How long a program may take to say whether somebody is logged in. */
const STATUS_MS = 10_000;

/** Variables that hold keys, by their names. */
const KEY = /(?:_KEY|_TOKEN|_SECRET)$/;

/** Each agent: where it was found, its version, and whether it can work. */
export async function agentFindings(data: string, configuration: Configuration | null): Promise<Finding[]> {
  const own = agents.filter((agent) => agent.package !== null);
  const found = await Promise.all(
    own.map(async (agent) => ({ agent, program: await locateAs(agent, data, configuration) })),
  );
  const groups = await Promise.all(
    found.map(({ agent, program }) => (program ? installed(agent, program) : [missing(agent)])),
  );
  const isAny = found.some(({ program }) => program !== null);
  if (isAny) return groups.flat();
  const advice = 'install one, for example: greenroom agents install claude';
  return [...groups.flat(), problem('agents', 'none is installed, except for the mock agent', advice)];
}

function missing({ id }: Agent): Finding {
  return ok(`agent ${id}`, `not installed; greenroom agents install ${id}`);
}

async function installed(agent: Agent, program: Program): Promise<Finding[]> {
  const [version, login] = await Promise.all([agent.version(program), loginFinding(agent, program)]);
  return [versionFinding(agent, program, version), login];
}

function versionFinding({ id, testedVersions }: Agent, { path }: Program, version: string | null): Finding {
  const subject = `agent ${id}`;
  if (version === null)
    return problem(
      subject,
      `${path} does not run`,
      `reinstall it: greenroom agents install ${id} --reinstall`,
    );
  if (testedVersions?.includes(version) === false) {
    const advice = `it probably works; a tested one: greenroom agents install ${id}`;
    return warning(subject, `${version}, not tested (${testedVersions.join(', ')})  ${path}`, advice);
  }
  return ok(subject, `${version}  ${path}`);
}

async function loginFinding(agent: Agent, program: Program): Promise<Finding> {
  const subject = `login ${agent.id}`;
  const keys = keysOf(agent, process.env);
  const named = keys.length === 0 ? '' : `; set: ${keys.join(', ')}`;
  const isLoggedIn = agent.credentialsAvailable(process.env) || (await saysLoggedIn(agent, program));
  if (isLoggedIn) return ok(subject, `there are credentials${named}`);
  return warning(subject, `no credentials were found${named}`, `greenroom agents login ${agent.id}`);
}

/** The names of the variables that have keys for it. */
function keysOf({ needs }: Agent, env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(env).filter((name) => env[name] && KEY.test(name));
  const isFor = (name: string) =>
    needs.environment.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    );
  return names.filter(isFor).sort();
}

async function saysLoggedIn(agent: Agent, { command, args }: Program): Promise<boolean> {
  if (agent.login?.status === undefined) return false;
  try {
    const running = run(command, [...args, ...agent.login.status], {
      timeout: STATUS_MS,
      env: environmentOf(agent, process.env),
    });
    running.child.stdin?.end();
    await running;
    return true;
  } catch {
    return false;
  }
}
