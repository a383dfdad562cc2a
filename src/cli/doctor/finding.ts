/** What `greenroom doctor` has found out about one thing. */
export interface Finding {
  /** `data folder`, `agent claude` … */
  subject: string;
  level: 'ok' | 'warning' | 'problem';
  message: string;
  /** What to do about it. */
  advice?: string;
}

export const ok = (subject: string, message: string): Finding => ({ subject, level: 'ok', message });

export const warning = (subject: string, message: string, advice: string): Finding => ({
  subject,
  level: 'warning',
  message,
  advice,
});

export const problem = (subject: string, message: string, advice: string): Finding => ({
  subject,
  level: 'problem',
  message,
  advice,
});
