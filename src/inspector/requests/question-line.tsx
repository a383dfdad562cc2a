import type { QuestionData } from '../../client/index.js';
import { Markdown } from '../markdown/markdown.js';
import { Icon } from '../ui/icon.js';
import styles from './requests.module.css';

const words = { requested: 'Waiting for you', answered: 'Answered', rejected: 'Not answered' };

/** A question where it was asked, and what was answered. */
export function QuestionLine({ data }: { data: QuestionData }) {
  const { status, questions, answers, prompt, resolved_by: by } = data;
  // As long as it waits, all of it stands where it can be answered.
  if (status === 'requested') {
    return (
      <p className={styles.line} data-type="question" data-status={status}>
        <Icon name="question" />
        <strong>{words[status]}</strong>
        <span className={styles.what}>{prompt.split('\n', 1)[0]!.replace(/^#+\s*/, '')}</span>
      </p>
    );
  }
  return (
    <div className={styles.asked} data-type="question" data-status={status}>
      <p className={styles.line} data-status={status}>
        <Icon name={status === 'rejected' ? 'close' : 'question'} />
        <strong>{words[status]}</strong>
        {by === 'agent' || by === 'daemon' ? <small>by the {by}</small> : null}
      </p>
      <dl>
        {questions.map(({ prompt, header }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no names, and keep their places
          <div key={index}>
            <dt>
              {header && <span className={styles.header}>{header}</span>}
              <Markdown text={prompt} />
            </dt>
            {answers && <dd>{answers[index]?.join(', ') || 'nothing'}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
