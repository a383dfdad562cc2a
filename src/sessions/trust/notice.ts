import type { DraftOf } from '../../schema/index.js';
import type { Verdict } from './folder-trust.js';

type Decided = Extract<Verdict, { type: 'decided' }>;

/** Tells that nobody was asked about the folder; null if there was nothing to ask, or somebody has decided. */
export function trustNotice({ contents, policy }: Decided, agent: string): DraftOf<'item.completed'> | null {
  if (contents === null || policy === null) return null;
  const paths = contents.parts.map(({ path }) => path);
  const what = policy === 'always' ? `with what the folder brings` : `without what the folder brings`;
  return {
    type: 'item.completed',
    item: {
      key: `folder#${contents.hash}`,
      kind: 'status',
      content: [
        { type: 'status', label: 'trust', detail: `${agent} was started ${what}, as set` },
        { type: 'json', json: { policy, paths } },
      ],
    },
  };
}
