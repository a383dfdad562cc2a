import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentConfiguration, ConfigurationFile, SettingKey } from '../schema/index.js';
import { configurationSchema, settingOf } from '../schema/index.js';
import { ConfigurationError, type FileProblem } from './error.js';
import { type ParsedJson, type Path, parseJson } from './json.js';
import { absolutePath } from './paths.js';
import { positionAt } from './position.js';
import { problemsOf } from './problems.js';

export interface LoadedFile {
  path: string;
  content: ConfigurationFile;
  /** `greenroom.json:3:5`, with its whole path. */
  placeOf(path: Path): string;
  /** Whether a copy of the file tells a secret. */
  hasSecrets: boolean;
}

/** Everybody but the owner. */
const OTHERS = 0o077;

/** Reads a configuration file; throws a ConfigurationError with all its problems. */
export async function readConfiguration(path: string, agents: readonly string[]): Promise<LoadedFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigurationError(`cannot read the configuration ${path} (${error.code})`);
  });
  const json = parseJson(text.replace(/^\uFEFF/, ' '));
  const content = checked(json, agents, (problems) => describe(path, text, problems));
  const placeOf = (key: Path) => {
    const { line, column } = positionAt(text, json.offsetOf(key));
    return `${path}:${line}:${column}`;
  };
  const secret = secretIn(content);
  if (secret !== null) await requirePrivate(path, placeOf(secret), secret.join('.'));
  return { path, content: withAbsolutePaths(content, dirname(path)), placeOf, hasSecrets: secret !== null };
}

function checked(
  json: ParsedJson,
  agents: readonly string[],
  describe: (problems: FileProblem[]) => string,
): ConfigurationFile {
  if (json.problems.length > 0) throw new ConfigurationError(describe(json.problems));
  const schema = configurationSchema(agents);
  const result = schema.safeParse(json.value);
  if (result.success) return result.data as ConfigurationFile;
  const problems = problemsOf(result.error, json, { keysAt: (path) => keysAt(schema, path), agents });
  throw new ConfigurationError(describe(problems));
}

/** The keys that the schema has at a place, as its JSON Schema lists them. */
function keysAt(schema: ReturnType<typeof configurationSchema>, path: Path): string[] {
  let at: unknown = schema;
  for (const key of path) at = (unwrapped(at) as Shaped | undefined)?.shape?.[String(key)];
  return Object.keys((unwrapped(at) as Shaped | undefined)?.shape ?? {});
}

interface Shaped {
  shape?: Record<string, unknown>;
}

function unwrapped(schema: unknown): unknown {
  const { unwrap } = (schema ?? {}) as { unwrap?: () => unknown };
  return unwrap ? unwrap.call(schema) : schema;
}

/** One line per problem, in the order of the file. */
function describe(path: string, text: string, problems: readonly FileProblem[]): string {
  const lines = [...problems]
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, key, message }) => {
      const { line, column } = positionAt(text, offset);
      return `${path}:${line}:${column}: ${key === '' ? '' : `${key} `}${message}`;
    });
  return lines.join('\n');
}

/** The path of a value that is a secret, or null. */
function secretIn({ token, agents = {} }: ConfigurationFile): string[] | null {
  if (typeof token === 'string') return ['token'];
  for (const [id, { env = {} }] of Object.entries(agents)) {
    const name = Object.keys(env).find((each) => typeof env[each] === 'string');
    if (name !== undefined) return ['agents', id, 'env', name];
  }
  return null;
}

async function requirePrivate(path: string, place: string, key: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(path);
  if ((mode & OTHERS) === 0) return;
  throw new ConfigurationError(
    `${place}: ${key} is a secret, and others can read the file; run: chmod 600 ${path}`,
  );
}

function withAbsolutePaths(content: ConfigurationFile, folder: string): ConfigurationFile {
  const { folders, agents } = content;
  const absolute = (path: string) => absolutePath(path, folder);
  const settings = Object.entries(content)
    .filter(([key]) => !['$schema', 'folders', 'agents', 'permissionModes'].includes(key))
    .map(([key, value]) => {
      const isPath = settingOf(key as SettingKey).kind === 'path';
      return [key, isPath ? absolute(value as string) : value];
    });
  return {
    ...content,
    ...Object.fromEntries(settings),
    ...(folders
      ? { folders: folders.map((each) => absolute(typeof each === 'string' ? each : each.path)) }
      : {}),
    ...(agents
      ? {
          agents: Object.fromEntries(
            Object.entries(agents).map(([id, agent]) => [id, withProgram(agent, absolute)]),
          ),
        }
      : {}),
  };
}

/** A program without a slash is one on PATH. */
function withProgram(agent: AgentConfiguration, absolute: (path: string) => string): AgentConfiguration {
  const { program } = agent;
  return program?.includes('/') ? { ...agent, program: absolute(program) } : agent;
}
