import { text } from 'node:stream/consumers';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';

/** The message of a command line, or else what standard input has; `-` asks for that also in a terminal. */
export async function messageText(given: string | undefined): Promise<string> {
  if (given === undefined && process.stdin.isTTY)
    throw new UsageError('there is no message: give a text, pipe one in, or type one after -', EXIT.usage);
  const message = given === undefined || given === '-' ? (await text(process.stdin)).trimEnd() : given;
  if (message.trim() === '') throw new UsageError('the message is empty', EXIT.usage);
  return message;
}
