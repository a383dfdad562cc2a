import type { EventLog } from '../../log/index.js';
import type { RecordingHeader, RecordingLine, SessionInfo } from '../../schema/index.js';
import type { Agents } from '../agents.js';
import type { SessionConfig } from '../config.js';
import { machineInput } from '../machine-input.js';
import type { Secrets } from '../secrets/index.js';
import { MaskedLines } from './masked-lines.js';
import { recordingOf } from './recording.js';

export interface RecordDeps {
  log: EventLog;
  agents: Agents;
  secrets: Pick<Secrets, 'valuesOf'>;
  /** The version of the daemon. */
  version: string;
}

/** A session as a file that can be replayed: one JSON text per line, without the session's secrets. */
export async function* recordSession(
  info: SessionInfo,
  config: SessionConfig,
  { log, agents, secrets, version }: RecordDeps,
): AsyncGenerator<string> {
  const { sessionId } = info;
  const masked = new MaskedLines(secrets.valuesOf({ sessionId, uid: config.uid }, config));
  const tapes = config.tapes ?? [];
  const lines = recordingOf(log, sessionId, tapes);
  const first = await lines.next();
  const begun =
    !first.done && 'in' in first.value && first.value.in.type === 'session' ? first.value.in : null;
  const { agent, model, variant, agentMode, permissionMode, directory } = config;
  const header: RecordingHeader = {
    recording: 1,
    greenroom: version,
    agent,
    version: info.agentVersion,
    sessionId,
    settings: { model, variant, agentMode, permissionMode, directory },
    input: begun?.input ?? { ...machineInput(sessionId, config, agents.get(agent)) },
    complete: begun !== null,
  };
  try {
    yield* masked.line(header, 0);
    if (!first.done && begun === null) yield* masked.line(first.value, charsIn(first.value));
    for await (const each of lines) yield* masked.line(each, charsIn(each));
  } finally {
    masked.close();
  }
}

/** Only payloads can be long. */
function charsIn(line: RecordingLine): number {
  return 'in' in line && line.in.type === 'payload' ? line.in.text.length : 0;
}
