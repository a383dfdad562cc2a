import { field } from '../kit/native.js';
import { mcpToolOf, type NativeRequest } from './native-requests.js';

/**
 * The permissions that a client gave for the session. Codex remembers them too, but only as long as it has the thread
 * loaded, and a session outlives that.
 */
export class Grants {
  readonly #given = new Set<string>();

  /** `files` are those of the patch that a request is about. */
  add(request: NativeRequest, files: readonly string[]): void {
    for (const subject of subjectsOf(request, files)) this.#given.add(subject);
  }

  cover(request: NativeRequest, files: readonly string[]): boolean {
    const subjects = subjectsOf(request, files);
    return subjects.length > 0 && subjects.every((subject) => this.#given.has(subject));
  }
}

/** The subjects of a request, as narrow as Codex itself takes them; none if it cannot be given for the session. */
function subjectsOf({ name, message }: NativeRequest, files: readonly string[]): string[] {
  const { threadId } = message.params;
  const subject = (...parts: unknown[]) => JSON.stringify([threadId, name, ...parts]);
  switch (name) {
    case 'item/commandExecution/requestApproval': {
      const { command, cwd, additionalPermissions, networkApprovalContext } = message.params;
      const host = field(networkApprovalContext, 'host');
      return host === undefined ? [subject(command, cwd, additionalPermissions)] : [subject('host', host)];
    }
    case 'item/fileChange/requestApproval':
      return message.params.grantRoot ? [] : files.map((file) => subject(file));
    case 'item/permissions/requestApproval':
      return [subject(message.params.permissions)];
    case 'mcpServer/elicitation/request': {
      const tool = mcpToolOf(message);
      return tool === null ? [] : [subject(message.params.serverName, tool)];
    }
    default:
      return [];
  }
}
