import type { Agent, Program } from '../agent.js';
import { defineAgent } from '../kit/define-agent.js';
import { programAt } from '../kit/program.js';
import { AcpConnection } from './connection.js';
import type { AcpDeclaration } from './declaration.js';
import { folderPlaces } from './folder.js';
import type { Handshake } from './handshake.js';
import { needsOf } from './needs.js';
import { modelsOf, modesOf, offeredModes, planModeIn } from './offered-settings.js';
import { packageOf } from './package.js';
import { presetOf } from './presets.js';
import { Probe, type Probed } from './probe.js';
import { acpTranslator } from './translate.js';

export interface AcpAgentOptions {
  /** Our own version, which agents are told. */
  version: string;
}

/** An agent that speaks the Agent Client Protocol, as the configuration declares it. */
export function acpAgent(given: AcpDeclaration, { version }: AcpAgentOptions): Agent {
  const declaration: AcpDeclaration = { ...presetOf(given.id), ...given };
  const { id, name = id, command, usage = 'all', ignored = [] } = declaration;
  const [program = id, ...args] = command;
  /** The agent's own words about itself when it was last started. */
  let handshake: Handshake | null = null;

  const agent = defineAgent({
    id,
    name,
    package: packageOf(declaration),
    command: program,
    ...(program.includes('/') ? { locate: async () => programAt(program) } : {}),
    permissionModes: ['default', 'acceptEdits', 'plan', 'bypass'],
    lacks: ['steer', 'interruptThread', 'fork'],
    // Only the agent knows; it says so when a session is opened.
    hasCredentials: () => true,
    ...(declaration.login === undefined ? {} : { login: { args: declaration.login } }),
    needs: needsOf(declaration),
    folder: folderPlaces(declaration),
    translator: acpTranslator({ agent: id, usage, ignored }),

    open: ({ spawn, program: locate, logger }) => {
      const probe = new Probe({
        declaration,
        version,
        spawn,
        program: async (): Promise<Program> => withArguments(await locate(), args),
      });
      const offer = async (): Promise<Probed> => {
        const probed = await probe.ask();
        handshake = probed.handshake;
        return probed;
      };
      return {
        connect: (context) =>
          new AcpConnection(context, {
            declaration,
            version,
            logger,
            onHandshake: (told, offered) => {
              handshake = told;
              probe.know({ handshake: told, offer: offered });
            },
          }),
        modes: async () => {
          const modes = offeredModes((await offer()).offer, declaration.modes ?? {});
          return modes.length > 0 ? modes : [{ id: 'default', name: 'Default', description: '' }];
        },
        models: async () => modelsOf((await offer()).offer),
        missingMode: async ({ permissionMode }) => {
          if (permissionMode !== 'plan' || declaration.modes?.plan !== undefined) return null;
          const { offer: offered, handshake: told } = await offer();
          if (planModeIn(modesOf(offered).map((mode) => mode.id)) !== null) return null;
          return { field: 'permissionMode', version: told.agentInfo?.version ?? null };
        },
        status: () => null,
        stop: () => probe.stop(),
      };
    },
  });
  return {
    ...agent,
    testedVersions: testedOf(id),
    get capabilities() {
      const told = handshake?.agentCapabilities;
      if (handshake === null) return agent.capabilities;
      return {
        ...agent.capabilities,
        images: told?.promptCapabilities?.image === true,
        resume: told?.loadSession === true || told?.sessionCapabilities?.resume === true,
      };
    },
  };
}

function withArguments(program: Program, args: readonly string[]): Program {
  return { ...program, args: [...program.args, ...args] };
}

/** The version that the recordings of a known agent are of; none of one that a user declares. */
function testedOf(id: string): readonly string[] {
  const known = presetOf(id);
  const from = known === undefined ? null : packageOf({ ...known, id });
  return from === null ? [] : [from.version];
}
