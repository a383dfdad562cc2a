import { useReducer } from 'react';
import type { QuestionData } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { Button } from '../ui/button.js';
import { activeOf, answersOf, type Choices, noChoices, pick } from './choices.js';
import { QuestionField } from './question-field.js';
import styles from './requests.module.css';
import { useKeys } from './use-keys.js';
import { useReply } from './use-reply.js';

/** What the agent wants to know: options, free words, or both. A lone question is answered with one key or click. */
export function QuestionCard({ data }: { data: QuestionData }) {
  const { client, sessionId } = useSession();
  const { isBusy, problem, reply } = useReply();
  const [choices, change] = useReducer(
    (now: Choices, next: (now: Choices) => Choices) => next(now),
    noChoices(data.questions),
  );
  const { questions, question_id } = data;
  const isLone = questions.length === 1 && !questions[0]!.multi_select;
  const send = (given: Choices) =>
    void reply(() => client.answerQuestion(sessionId, question_id, answersOf(given)));
  const choose = (index: number, label: string) => {
    if (isLone) send(pick(noChoices(questions), 0, label, false));
    else change((now) => pick(now, index, label, questions[index]!.multi_select));
  };
  const active = activeOf(choices);
  const needsNoButton = isLone && questions[0]!.options.length > 0;
  const isComplete = answersOf(choices).every((answers) => answers.length > 0);
  const digits = questions[active]!.options.slice(0, 9).map(({ label }, n) => [
    String(n + 1),
    () => choose(active, label),
  ]);
  useKeys({ ...Object.fromEntries(digits), ...(isComplete ? { Enter: () => send(choices) } : {}) }, !isBusy);
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
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no names, and keep their places
          key={index}
          question={question}
          choice={choices[index]!}
          isLone={isLone}
          hasKeys={index === active}
          isBusy={isBusy}
          onChoose={(label) => choose(index, label)}
          onWords={(words) => change((now) => now.with(index, { ...now[index]!, words }))}
        />
      ))}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        {(!needsNoButton || isComplete) && (
          <Button kind="primary" type="submit" disabled={isBusy || !isComplete}>
            Answer
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => reply(() => client.rejectQuestion(sessionId, question_id))}>
          Decline to answer
        </Button>
      </div>
    </form>
  );
}
