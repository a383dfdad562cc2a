import { type Logger, pino } from 'pino';

export interface LoggerOptions {
  level: string;
  /** Human-readable instead of JSON. */
  pretty: boolean;
}

/** Log fields that may hold secrets. */
const SECRETS = [
  'token',
  'authorization',
  '*.token',
  '*.authorization',
  'req.headers.authorization',
  'headers.authorization',
  'env',
  '*.env',
  'config.env',
];

/** Logs go to standard error; standard output is for results. */
export function createLogger({ level, pretty }: LoggerOptions): Logger {
  const options = { level, base: null, redact: { paths: SECRETS, censor: '***' } };
  if (!pretty) return pino(options, pino.destination(2));
  const terminal = pino.transport({
    target: 'pino-pretty',
    options: { destination: 2, translateTime: 'HH:MM:ss', ignore: 'pid,hostname' },
  });
  terminal.on('error', () => {});
  return pino(options, {
    write(line) {
      // A terminal that was closed must not keep the daemon from stopping its agents.
      try {
        terminal.write(line);
      } catch {}
    },
  });
}
