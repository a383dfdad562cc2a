import type { PermissionMode } from '../../schema/index.js';
import type {
  Agent,
  AgentDeps,
  AgentLogin,
  AgentNeeds,
  AgentRuntime,
  AnyTranslator,
  Program,
  Translator,
} from '../agent.js';
import { capabilitiesOf, type OptionalCapability } from './capabilities.js';
import type { FolderPlaces } from './folder/places.js';
import { type AgentPackage, installedBinary } from './package.js';
import { locateProgram, versionOf } from './program.js';

/** The parts in which agents differ; `defineAgent` derives the rest. */
export interface AgentDefinition<State, Notice> {
  id: string;
  name: string;
  /** The npm package; null if the agent is part of Greenroom. */
  package: AgentPackage | null;
  /** Its name on PATH; the id by default. */
  command?: string;
  /** Locates the program in another way. */
  locate?(env: NodeJS.ProcessEnv): Promise<Program | null>;
  permissionModes: readonly PermissionMode[];
  lacks?: readonly OptionalCapability[];
  /** Whether sessions share a process. */
  sharesProcess?: boolean;
  /** Whether the provider echoes the user's messages as items of its own. */
  echoesUser?: boolean;
  /** Where it looks for skills, in the session's folder. */
  skillsFolder?: string;
  hasCredentials(env: NodeJS.ProcessEnv): boolean;
  login?: AgentLogin;
  /** Variables that no agent may inherit: they would tell this one that it runs inside another agent. */
  hiddenEnvironment?: readonly string[];
  needs: AgentNeeds;
  /** What a folder may bring that the agent runs or obeys. */
  folder: FolderPlaces;
  open(deps: AgentDeps): AgentRuntime;
  translator: Translator<State, Notice>;
}

export function defineAgent<State, Notice>(definition: AgentDefinition<State, Notice>): Agent {
  const { id, name, permissionModes, echoesUser = false, hasCredentials, needs, folder, open } = definition;
  const {
    package: from,
    lacks = [],
    sharesProcess = false,
    hiddenEnvironment,
    skillsFolder,
    login,
  } = definition;
  return {
    id,
    name,
    package: from,
    echoesUser,
    permissionModes,
    capabilities: capabilitiesOf({ permissionModes, sharesProcess, lacks }),
    locate: (env, dataFolder) => locate(definition, env, dataFolder),
    version: versionOf,
    ...(from === null ? {} : { testedVersions: from.tested ?? [from.version] }),
    credentialsAvailable: hasCredentials,
    ...(login === undefined ? {} : { login }),
    ...(hiddenEnvironment === undefined ? {} : { hiddenEnvironment }),
    ...(skillsFolder === undefined ? {} : { skillsFolder }),
    needs,
    folder,
    open,
    // Safe, as only the agent's own connection produces its notices.
    translator: definition.translator as unknown as AnyTranslator,
  };
}

/** The variable that names an agent's program: `GREENROOM_CLAUDE_BIN` */
export function programVariable(id: string): string {
  return `GREENROOM_${id.toUpperCase().replaceAll('-', '_')}_BIN`;
}

/** `GREENROOM_<AGENT>_BIN`, then the installation in the data folder, then PATH. */
function locate(
  {
    id,
    package: from,
    locate: locateOwn,
    command = id,
  }: Pick<AgentDefinition<never, never>, 'id' | 'package' | 'locate' | 'command'>,
  env: NodeJS.ProcessEnv,
  dataFolder: string,
): Promise<Program | null> {
  const named = env[programVariable(id)];
  if (!named && locateOwn) return locateOwn(env);
  const installed = from && installedBinary(id, from, dataFolder);
  return locateProgram({ named, installed, command, env });
}
