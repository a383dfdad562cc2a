import { styleText } from 'node:util';

type Output = Pick<NodeJS.WriteStream, 'isTTY'>;

/** Whether an output shows colours: terminals do, unless NO_COLOR says otherwise; FORCE_COLOR beats both. */
export function hasColors({ isTTY }: Output = process.stdout, env: NodeJS.ProcessEnv = process.env): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = env;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY === true && !NO_COLOR && TERM !== 'dumb';
}

/** Styles text for terminals; files and pipes get plain text. */
export function paint(style: Parameters<typeof styleText>[0], text: string, output?: Output): string {
  return hasColors(output) ? styleText(style, text, { validateStream: false }) : text;
}
