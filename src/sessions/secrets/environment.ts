import { type EnvironmentChanges, ProblemError } from '../../schema/index.js';

/** Refuses variables that no process can have, and references to what the daemon's environment does not have. */
export function requireEnvironment(
  env: EnvironmentChanges,
  daemonEnv: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, given] of Object.entries(env)) {
    const value = typeof given === 'string' ? given : '';
    if (name === '' || name.includes('=') || name.includes('\0') || value.includes('\0'))
      throw invalid(`${JSON.stringify(name)} cannot be set`);
    if (given !== null && typeof given === 'object' && !daemonEnv[given.fromEnv])
      throw invalid(`${name} refers to ${given.fromEnv}, which is not set in the daemon's environment`);
  }
}

function invalid(reason: string): ProblemError {
  return new ProblemError('invalid_request', `env: ${reason}`, { field: 'env' });
}
