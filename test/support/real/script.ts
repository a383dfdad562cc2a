/** Output of a scripted model, independent of a provider. The APIs in this folder translate it. */
export type Output =
  | { type: 'text'; text: string }
  | { type: 'thought'; text: string }
  /** A tool call; some agents group their tools in namespaces. */
  | { type: 'call'; name: string; input: object; namespace?: string }
  /** A tool call whose input is plain text. */
  | { type: 'custom_call'; name: string; input: string };

/** `held` responses stay open until the client disconnects or the test cuts them off. */
export type Ending = 'whole' | 'held';

/** A response of the model, or an error of its API. `failed` is an error within a started response. */
export type Reply =
  | { output: Output[]; ending?: Ending; failed?: string }
  | { status: number; kind: string; message: string };

export type Answer = Extract<Reply, { output: Output[] }>;

export const text = (text: string): Output => ({ type: 'text', text });
export const thought = (text: string): Output => ({ type: 'thought', text });
export const call = (name: string, input: object, namespace?: string): Output => {
  return { type: 'call', name, input, ...(namespace ? { namespace } : {}) };
};
export const say = (...output: Output[]): Reply => ({ output });
export const fail = (status: number, kind: string): Reply => {
  return { status, kind, message: `${kind}, as scripted` };
};

/**
 * The state of a conversation, derived from the request alone: the latest tag selects the script, the number of tool
 * results since then the step. Retries, resumed sessions and concurrent sessions need no special care.
 */
export interface Moment {
  /** `name` of `[[name about]]`. */
  tag: string;
  about: string;
  /** The tool results since the tag. */
  results: string[];
  /** All tags of the conversation, the current one last: `name about`. */
  tags: string[];
  /** The number of images in the request. */
  images: number;
  /** The whole request. */
  body: string;
}

export type Script = (moment: Moment) => Reply;
export type Scripts = Record<string, Script>;

/** One reply per step; the last one is repeated. */
export function steps(...replies: (Reply | Script)[]): Script {
  return (moment) => {
    const reply = replies[Math.min(moment.results.length, replies.length - 1)]!;
    return typeof reply === 'function' ? reply(moment) : reply;
  };
}

/** The relevant parts of a request, in order. */
export type RequestPart = { prompt: string } | { result: string } | { image: true };

export function momentOf(parts: readonly RequestPart[], body: string): Moment {
  const moment: Moment = { tag: 'untagged', about: '', results: [], tags: [], images: 0, body };
  for (const part of parts) {
    if ('result' in part) moment.results.push(part.result);
    else if ('image' in part) moment.images++;
    else
      for (const [, tag = '', about = ''] of part.prompt.matchAll(/\[\[([\w-]+) ?([^\]]*)\]\]/g)) {
        Object.assign(moment, { tag, about, results: [] });
        moment.tags.push(`${tag} ${about}`.trim());
      }
  }
  return moment;
}

/** The scripted reply. Internal requests of an agent, such as for a title, have no tag. */
export function replyTo(scripts: Scripts, moment: Moment): Reply {
  const script = scripts[moment.tag];
  return script ? script(moment) : say(text(`No script for this (${moment.body.length} characters).`));
}

/** Splits a text for streaming. */
export function pieces(text: string, size = 12): string[] {
  return text.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
}

/** Generates unique ids. */
export function idSource(): (kind: string) => string {
  let ids = 0;
  return (kind) => `${kind}_${String(++ids).padStart(8, '0')}`;
}
