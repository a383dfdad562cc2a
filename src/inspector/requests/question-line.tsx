import type { QuestionData } from '../../client/index.js';
import { Markdown } from '../markdown/markdown.js';
import { firstLine } from '../ui/first-line.js';
import { Icon } from '../ui/icon.js';
import styles from './requests.module.css';

const labels = { requested: 'Waiting for you', answered: 'Answered', rejected: 'Declined' };

/** A question in the conversation, with its answers. */
export function QuestionLine({ data }: { data: QuestionData }) {
  const { status, questions, answers, prompt, resolved_by: by } = data;
  const client = data.metadata?.client as { name: string } | undefined;
  // While it is pending, the dock shows it in full.
  if (status === 'requested') {
    return (
      <p className={styles.line} data-type="question" data-status={status}>
        <Icon name="question" />
        <strong>{labels[status]}</strong>
        <span className={styles.what}>{firstLine(prompt)}</span>
      </p>
    );
  }
  return (
    <div className={styles.asked} data-type="question" data-status={status}>
      <p className={styles.line} data-status={status}>
        <Icon name={status === 'rejected' ? 'close' : 'question'} />
        <strong>{labels[status]}</strong>
        {by === 'client' && client ? <small>by {client.name}</small> : null}
        {by === 'agent' || by === 'daemon' ? <small>by the {by}</small> : null}
      </p>
      <dl>
        {questions.map(({ prompt, header }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no ids and keep their order
          <div key={index}>
            <dt>
              {header && <span className={styles.header}>{header}</span>}
              <Markdown text={prompt} />
            </dt>
            {answers && <dd>{answers[index]?.join(', ') || 'none'}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
