import type { FolderContents } from '../../src/agents/agent.js';
import type { PermissionReply } from '../../src/schema/index.js';
import type { FolderTrusts, TrustQuestion, Verdict } from '../../src/sessions/trust/index.js';

/** A folder whose contents the test chooses. A human is asked unless the session has a decision. */
export class FakeFolder implements Pick<FolderTrusts, 'check' | 'decide'> {
  contents: FolderContents | null = null;
  readonly decisions: [reply: PermissionReply, contents: string][] = [];

  bring(hash: string): void {
    this.contents = { hash, isComplete: true, parts: [{ path: '/w/hooks', brings: [`a hook ${hash}`] }] };
  }

  async check({ config: { folderDecision } }: TrustQuestion): Promise<Verdict> {
    const { contents } = this;
    if (contents === null) return { type: 'decided', trust: null, policy: null, contents };
    if (folderDecision?.contents !== contents.hash) return { type: 'ask', contents };
    const isTrusted = folderDecision.reply !== 'reject';
    return { type: 'decided', trust: { isTrusted, contents: contents.hash }, policy: null, contents };
  }

  async decide(_: TrustQuestion, reply: PermissionReply, contents: string): Promise<void> {
    this.decisions.push([reply, contents]);
  }
}
