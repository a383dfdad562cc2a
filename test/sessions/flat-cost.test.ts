import { expect, it } from 'vitest';
import { itemsInOrder, type Ledger } from '../../machines/index.js';
import { calls, complete, results, says, turnEnds } from '../support/drafts.js';
import { SessionRig } from './session-rig.js';

/** Enough for more names than the machine remembers. */
const TURNS = 1200;

/** Everything but the text of the messages is the same in each turn, down to the number of digits. */
async function turn(rig: SessionRig, number: number): Promise<number> {
  const before = rig.written;
  const id = String(number).padStart(6, '0');
  await rig.session.command({
    type: 'command.send',
    messageId: `message-${id}`,
    message: 'go on',
    attachments: [],
    fingerprint: `fingerprint-${id}`,
    whenBusy: 'queue',
  });
  rig.payload(
    complete(says(`said-${id}`, 'I will look.')),
    complete(calls(`call-${id}`, `call-id-${id}`)),
    complete(results(`result-${id}`, `call-id-${id}`, 'found')),
    turnEnds(),
  );
  await rig.committed();
  return rig.written - before;
}

const kept = ({ full, last }: Ledger) => full.reduce((sum, { entries }) => sum + entries.length, last.length);

it(`the ${TURNS}th turn writes what the 10th did, and the machine remembers no more than then`, async () => {
  const rig = await SessionRig.open();
  const sizes: number[] = [];
  for (let number = 1; number <= TURNS; number++) sizes.push(await turn(rig, number));
  expect(sizes[TURNS - 1]! / sizes[9]!).toBeLessThan(1.1);
  expect(rig.checkpoints.at(-1)!.snapshot.length / rig.checkpoints[9]!.snapshot.length).toBeLessThan(1.1);
  const { keys, calls: called, callThreads, threadIds, taken, takenBack, open } = rig.session.context;
  for (const ledger of [keys, called, callThreads, threadIds, taken, takenBack])
    expect(kept(ledger)).toBeLessThan(4096 + 129);
  expect(itemsInOrder(open)).toEqual([]);
});
