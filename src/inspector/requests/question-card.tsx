import type { FormEvent } from 'react';
import type { QuestionData } from '../../client/index.js';
import { useSession } from '../session/use-session.js';
import { Button } from '../ui/button.js';
import styles from './requests.module.css';
import { useReply } from './use-reply.js';

/** What the agent wants to know: options, free words, or both. */
export function QuestionCard({ data }: { data: QuestionData }) {
  const { client, sessionId } = useSession();
  const { isBusy, problem, reply } = useReply();
  const isPending = data.status === 'requested';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const answers = data.questions.map((_, index) =>
      [...form.getAll(`option-${index}`), form.get(`words-${index}`)]
        .map(String)
        .filter((text) => text.trim() !== ''),
    );
    void reply(() => client.answerQuestion(sessionId, data.question_id, answers));
  };
  return (
    <section className={styles.card} data-pending={isPending} aria-label="Question">
      <strong>{isPending ? 'A question' : `Question ${data.status}`}</strong>
      <form onSubmit={submit}>
        {data.questions.map(({ header, prompt, options, multi_select }, index) => (
          <fieldset key={prompt} className={styles.question} disabled={!isPending}>
            <legend>{header ? `${header}: ${prompt}` : prompt}</legend>
            {options.map(({ label, description }) => (
              <label key={label}>
                <input
                  type={multi_select ? 'checkbox' : 'radio'}
                  name={`option-${index}`}
                  value={label}
                  defaultChecked={data.answers?.[index]?.includes(label)}
                />
                {label} {description && <small>{description}</small>}
              </label>
            ))}
            {isPending && (
              <input name={`words-${index}`} aria-label="In your own words" placeholder="In your own words" />
            )}
          </fieldset>
        ))}
        {isPending && (
          <div className={styles.actions}>
            <Button kind="primary" type="submit" disabled={isBusy}>
              Answer
            </Button>
            <Button
              disabled={isBusy}
              onClick={() => reply(() => client.rejectQuestion(sessionId, data.question_id))}
            >
              Decline
            </Button>
          </div>
        )}
      </form>
      {problem && <p role="alert">{problem}</p>}
    </section>
  );
}
