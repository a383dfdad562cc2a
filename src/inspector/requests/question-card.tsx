import { useReducer } from 'react';
import type { QuestionData } from '../../client/index.js';
import { activeOf, answersOf, type Choices, noChoices, pick } from '../../text/choices.js';
import { useSession } from '../session/use-session.js';
import { useRefusal } from '../shell/own-token.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { useAction } from '../ui/use-action.js';
import { reply } from './late-replies.js';
import { QuestionField } from './question-field.js';
import styles from './requests.module.css';
import { useKeys } from './use-keys.js';

/** Pending questions with options, free text or both. A single question is answered with one key or click. */
export function QuestionCard({ data }: { data: QuestionData }) {
  const store = useSession();
  const { handle } = store;
  const { isBusy, problem, run } = useAction();
  const refusal = useRefusal('approve');
  const isIdle = !isBusy && refusal === null;
  const [choices, change] = useReducer(
    (now: Choices, next: (now: Choices) => Choices) => next(now),
    noChoices(data.questions),
  );
  const { questions, question_id } = data;
  const isSingle = questions.length === 1 && !questions[0]!.multi_select;
  const send = (given: Choices) => {
    if (isIdle)
      void run(() => reply(store, question_id, () => handle.answerQuestion(question_id, answersOf(given))));
  };
  const choose = (index: number, label: string) => {
    if (isSingle) send(pick(noChoices(questions), 0, label, false));
    else change((now) => pick(now, index, label, questions[index]!.multi_select));
  };
  const active = activeOf(choices);
  const needsNoButton = isSingle && questions[0]!.options.length > 0;
  const isComplete = answersOf(choices).every((answers) => answers.length > 0);
  const digits = questions[active]!.options.slice(0, 9).map(({ label }, n) => [
    String(n + 1),
    () => choose(active, label),
  ]);
  useKeys({ ...Object.fromEntries(digits), ...(isComplete ? { Enter: () => send(choices) } : {}) }, isIdle);
  return (
    <form
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) send(choices);
      }}
    >
      {questions.map((question, index) => (
        <QuestionField
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no ids and keep their order
          key={index}
          question={question}
          choice={choices[index]!}
          isSingle={isSingle}
          hasKeys={index === active}
          isBusy={!isIdle}
          onChoose={(label) => choose(index, label)}
          onText={(text) => change((now) => now.with(index, { ...now[index]!, text }))}
        />
      ))}
      <Alert message={problem ?? refusal} />
      <div className={styles.actions}>
        {(!needsNoButton || isComplete) && (
          <Button kind="primary" type="submit" disabled={!isIdle || !isComplete}>
            Answer
          </Button>
        )}
        <Button
          disabled={!isIdle}
          onClick={() => run(() => reply(store, question_id, () => handle.rejectQuestion(question_id)))}
        >
          Decline to answer
        </Button>
      </div>
    </form>
  );
}
