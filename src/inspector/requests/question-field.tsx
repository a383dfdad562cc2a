import { useId } from 'react';
import type { Question } from '../../client/index.js';
import { Markdown } from '../markdown/markdown.js';
import { Button } from '../ui/button.js';
import type { Choices } from './choices.js';
import styles from './requests.module.css';

export interface QuestionFieldProps {
  question: Question;
  choice: Choices[number];
  /** A click on an option is the answer. */
  isLone: boolean;
  /** Whether digits choose here. */
  hasKeys: boolean;
  isBusy: boolean;
  onChoose(label: string): void;
  onWords(words: string): void;
}

/** One question: its options, and a field for words of one's own. */
export function QuestionField(props: QuestionFieldProps) {
  const { question, choice, hasKeys, isBusy, onWords } = props;
  const id = useId();
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
        aria-label={question.options.length > 0 ? 'Or in your own words' : 'In your own words'}
        placeholder={question.options.length > 0 ? 'Or in your own words' : 'In your own words'}
        value={choice.words}
        onChange={(event) => onWords(event.target.value)}
      />
    </fieldset>
  );
}

interface OptionProps extends QuestionFieldProps {
  label: string;
  description: string;
  digit: number | null;
}

function Option({ question, choice, isLone, onChoose, label, description, digit }: OptionProps) {
  const name = useId();
  const words = (
    <>
      {digit !== null && <kbd>{digit}</kbd>}
      <span>
        {label} {description && <small>{description}</small>}
      </span>
    </>
  );
  if (isLone) return <Button onClick={() => onChoose(label)}>{words}</Button>;
  const isMulti = question.multi_select;
  return (
    <label className={styles.option}>
      <input
        type={isMulti ? 'checkbox' : 'radio'}
        name={isMulti ? name : question.prompt}
        checked={choice.labels.includes(label)}
        onChange={() => onChoose(label)}
      />
      {words}
    </label>
  );
}
