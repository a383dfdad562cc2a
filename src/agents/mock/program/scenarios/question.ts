import type { NativeAsk } from '../../native.js';
import type { Turn } from '../turn.js';
import { think } from './text.js';

function ask(title: string, text: string, labels: string[], multiple = false): NativeAsk {
  return { title, text, choices: labels.map((label) => ({ label, description: '' })), multiple };
}

/** One question, then two in one request, the second with multiple choice. */
export async function question(turn: Turn): Promise<void> {
  acknowledge(turn, await turn.ask([ask('Color', 'Choose a color', ['Red', 'Blue'])]));
  acknowledge(
    turn,
    await turn.ask([
      ask('Size', 'Choose a size', ['Small', 'Large']),
      ask('Toppings', 'Choose toppings', ['Cheese', 'Olives', 'Basil'], true),
    ]),
  );
}

export async function proceed(turn: Turn): Promise<void> {
  acknowledge(turn, await turn.ask([ask('Proceed', 'Proceed?', ['Yes', 'No'])]));
}

const PLAN = `## Plan

1. Read the code
2. Change one line
3. Run the tests
`;

/** Proposes a plan. Any answer but `approve` rejects it. */
export async function plan(turn: Turn): Promise<void> {
  const message = turn.id('msg');
  turn.send({ type: 'message_start', message });
  think(turn, message, ['It takes three steps, ', 'and the last one proves the others.']);
  turn.send({ type: 'message_end', message, text: 'I have a plan.' });

  const answers = await turn.ask([ask('Plan', PLAN, ['approve', 'reject'])]);
  turn.say(answers?.[0]?.[0] === 'approve' ? 'The plan is approved.' : 'The plan is rejected.');
}

function acknowledge(turn: Turn, answers: string[][] | null): void {
  turn.say(
    answers === null ? 'No answer.' : `You chose ${answers.map((labels) => labels.join(', ')).join('; ')}.`,
  );
}
