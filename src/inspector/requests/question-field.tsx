import { useId } from 'react';
import type { Question } from '../../client/index.js';
import type { Choices } from '../../text/choices.js';
import { Markdown } from '../markdown/markdown.js';
import { Button } from '../ui/button.js';
import styles from './requests.module.css';

export interface QuestionFieldProps {
  question: Question;
  choice: Choices[number];
  /** Clicking an option answers at once. */
  isSingle: boolean;
  /** Whether digit keys pick options here. */
  hasKeys: boolean;
  isBusy: boolean;
  onChoose(label: string): void;
  onText(text: string): void;
}

/** One question with its options and a free-text field. */
export function QuestionField(props: QuestionFieldProps) {
  const { question, choice, hasKeys, isBusy, onText } = props;
  const id = useId();
  const label = question.options.length > 0 ? 'Other answer' : 'Your answer';
  return (
    <fieldset className={styles.question} disabled={isBusy} aria-labelledby={id}>
      {question.header && <span className={styles.header}>{question.header}</span>}
      <div className={styles.prompt} id={id}>
        <Markdown text={question.prompt} />
      </div>
      {question.options.length > 0 && (
        <div className={styles.options}>
          {question.options.map(({ label, description }, n) => (
            <Option
              key={label}
              {...props}
              label={label}
              description={description}
              digit={hasKeys && n < 9 ? n + 1 : null}
            />
          ))}
        </div>
      )}
      <input
        className={styles.reason}
        aria-label={label}
        placeholder={label}
        value={choice.text}
        onChange={(event) => onText(event.target.value)}
      />
    </fieldset>
  );
}

interface OptionProps extends QuestionFieldProps {
  label: string;
  description: string;
  digit: number | null;
}

function Option({ question, choice, isSingle, onChoose, label, description, digit }: OptionProps) {
  const name = useId();
  const content = (
    <>
      {digit !== null && <kbd>{digit}</kbd>}
      <span>
        {label} {description && <small>{description}</small>}
      </span>
    </>
  );
  if (isSingle) return <Button onClick={() => onChoose(label)}>{content}</Button>;
  const isMulti = question.multi_select;
  return (
    <label className={styles.option}>
      <input
        type={isMulti ? 'checkbox' : 'radio'}
        name={isMulti ? name : question.prompt}
        checked={choice.labels.includes(label)}
        onChange={() => onChoose(label)}
      />
      {content}
    </label>
  );
}
