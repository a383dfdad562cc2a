import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useSession } from '../../session/use-session.js';
import styles from './composer.module.css';
import { takesFocus } from './composer-focus.js';
import { SuggestionList } from './suggestion-list.js';
import type { Suggestion } from './suggestions.js';
import { completed, triggerAt } from './trigger.js';
import { useRecall } from './use-recall.js';
import { useSuggestions } from './use-suggestions.js';

export interface MessageFieldProps {
  text: string;
  placeholder: string;
  onChange(text: string): void;
  onSend(): void;
  onFiles(files: FileList): void;
}

const MIN_ROWS = 2;
const MAX_ROWS = 12;
const labels = { command: 'Commands', file: 'Files' };

/** The text of a message. Commands and files are completed, and the arrow keys recall earlier messages. */
export function MessageField({ text, placeholder, onChange, onSend, onFiles }: MessageFieldProps) {
  const { handle, sessionId } = useSession();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  /** null while the field has no focus. */
  const [caret, setCaret] = useState<number | null>(null);
  const moveTo = useRef<number | null>(null);
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const trigger = caret === null ? null : triggerAt(text, caret);
  const word = trigger && `${trigger.kind} ${trigger.from}`;
  const suggestions = useSuggestions(handle, word === dismissed ? null : trigger) ?? [];
  const isOpen = trigger !== null && suggestions.length > 0;
  const at = Math.min(active, suggestions.length - 1);

  const replace = (next: string, to: number) => {
    moveTo.current = to;
    onChange(next);
  };
  const recall = useRecall(text, (message) => replace(message, message.length));
  useLayoutEffect(() => {
    if (moveTo.current === null || field.current?.value !== text) return;
    field.current.setSelectionRange(moveTo.current, moveTo.current);
    setCaret(moveTo.current);
    moveTo.current = null;
  }, [text]);
  useEffect(() => {
    if (takesFocus(sessionId)) field.current?.focus();
  }, [sessionId]);
  useEffect(() => {
    if (word === null) setDismissed(null);
  }, [word]);

  const pick = ({ text: by }: Suggestion) => {
    if (!trigger) return;
    const next = completed(text, trigger, by);
    setActive(0);
    replace(next.text, next.caret);
  };
  /** Returns whether the key was taken. */
  const inMenu = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const suggestion = suggestions[at];
    if (!isOpen || !suggestion) return false;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : -1;
      setActive((at + step + suggestions.length) % suggestions.length);
      return true;
    }
    if (key === 'Escape') {
      setDismissed(word);
      return true;
    }
    // A command that is typed out is sent.
    const isWhole = key === 'Enter' && suggestion.text.trim() === text.trim();
    if (isWhole || shiftKey || (key !== 'Enter' && key !== 'Tab')) return false;
    pick(suggestion);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Keys of an input method editor; where it ends with Enter, some browsers have left the composition already.
    if (event.nativeEvent.isComposing || event.keyCode === IME_KEY) return;
    const isTaken = inMenu(event) || recall(event);
    const isSend = !isTaken && event.key === 'Enter' && !event.shiftKey;
    if (isTaken || isSend) event.preventDefault();
    if (isSend) onSend();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    onFiles(event.clipboardData.files);
  };
  const lines = text.split('\n', MAX_ROWS).length;
  return (
    <div className={styles.field}>
      {isOpen && (
        <SuggestionList
          id={`${id}-list`}
          label={labels[trigger.kind]}
          suggestions={suggestions}
          active={at}
          onPick={pick}
        />
      )}
      <label className="visually-hidden" htmlFor={id}>
        Message
      </label>
      <textarea
        id={id}
        ref={field}
        rows={Math.max(MIN_ROWS, lines)}
        placeholder={placeholder}
        aria-describedby={`${id}-hint`}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-list-${at}` : undefined}
        value={text}
        onChange={({ target }) => {
          setActive(0);
          setCaret(target.selectionStart);
          onChange(target.value);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setCaret(null)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <span className="visually-hidden" id={`${id}-hint`}>
        Enter sends, Shift+Enter adds a line. A slash lists commands, an at sign files. The up arrow recalls
        earlier messages.
      </span>
      <span className="visually-hidden" role="status">
        {isOpen && `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`}
      </span>
    </div>
  );
}

/** The code of keys that an input method editor takes. */
const IME_KEY = 229;
