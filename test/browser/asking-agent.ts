import type { Agent } from '../../src/agents/agent.js';
import { mockAgent } from '../../src/agents/mock/index.js';
import type { DraftOf } from '../../src/schema/index.js';

type Ask = Partial<Pick<DraftOf<'permission.requested'>, 'action' | 'changes' | 'metadata'>>;

/** The mock agent, with permissions as given. */
export function agentAsking(ask: Ask): Agent {
  const { translator } = mockAgent;
  return {
    ...mockAgent,
    translator: {
      initial: (roots) => translator.initial(roots),
      translate(before, input) {
        const { state, drafts } = translator.translate(before, input);
        const asked = drafts.map((draft) => {
          if (draft.type !== 'permission.requested') return draft;
          const { changes: _, ...rest } = draft;
          return { ...rest, ...ask };
        });
        return { state, drafts: asked };
      },
    },
  };
}
