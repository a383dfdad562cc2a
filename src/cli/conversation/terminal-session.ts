import {
  type GreenroomClient,
  type ItemRow,
  type PendingRequests,
  type Row,
  type Session,
  type SessionInfo,
  type SessionQueue,
  type Subscription,
  Transcript,
  type UniversalEvent,
} from '../../client/index.js';
import { duration } from '../../text/amounts.js';
import type { Key, Keyboard } from '../terminal/keyboard.js';
import type { Format, Look } from '../terminal/look.js';
import { Screen, type ScreenOutput } from '../terminal/screen.js';
import { plain, plainLine } from '../terminal/untrusted.js';
import { truncate, wrap } from '../terminal/wrap.js';
import type { Prompt } from './requests/prompt.js';
import { Requests } from './requests/requests.js';
import { ConversationView, spinnerAt } from './view/conversation-view.js';

/** What the user types into when nothing is asked. */
export interface Input {
  render(look: Look): { lines: string[]; line: number; column: number };
  /** Whether something is typed already, so that keys must not answer a request that just came. */
  readonly isInUse: boolean;
  press(key: Key): void;
  clear(): void;
}

export interface TerminalSessionOptions {
  client: GreenroomClient;
  session: Session;
  info: SessionInfo;
  output: ScreenOutput;
  look: () => Look;
  /** Whether the last lines may be drawn again; otherwise everything is printed once. */
  isLive: boolean;
  keyboard: Keyboard | null;
  showsMessage(row: ItemRow): boolean;
  /** Leaves out the answers of the main thread, which go to another output. */
  hidesAnswers?: boolean;
  /** Called with each event, before it is shown. */
  onEvent?(event: UniversalEvent): void;
  /** Called with each row that an event created or changed. */
  onRow?(row: Row): void;
  /** Only looks on: nothing is answered or interrupted. */
  isReadOnly?: boolean;
}

/** Why the terminal was left: by the user, with the session, or since the session cannot be read any more. */
export type Leaving = 'detached' | 'ended' | 'lost';

const FRAME_MS = 40;
const ANIMATION_MS = 100;
const MOST_QUEUED = 3;

/** One session in one terminal: its conversation, its requests, and what is typed. */
export class TerminalSession {
  readonly session: Session;
  readonly transcript = new Transcript();
  readonly requests: Requests;
  /** Resolves when there is nothing more to show. */
  readonly left: Promise<Leaving>;
  input: Input | null = null;
  /** What goes on before the first turn. */
  activity: string | null = null;
  queue: SessionQueue = { revision: 0, entries: [] };
  readonly #options: TerminalSessionOptions;
  readonly #view: ConversationView;
  readonly #screen: Screen;
  #leave!: (leaving: Leaving) => void;
  #subscription: Subscription | null = null;
  #notes: string[][] = [];
  #timer: NodeJS.Timeout | null = null;
  #interrupts = 0;
  #connection: string | null = null;
  #hint: string | null = null;
  #shownPrompt: string | null = null;
  #isPromptFocused = false;
  readonly #stops: (() => void)[] = [];

  constructor(options: TerminalSessionOptions) {
    const { session, look, isLive, info } = options;
    this.#options = options;
    this.session = session;
    this.#screen = new Screen(options.output);
    this.requests = new Requests({
      session,
      look,
      transcript: this.transcript,
      print: (lines) => this.print(lines),
      failed: (message) => this.note(message, 'red'),
      changed: () => this.refresh(),
    });
    this.#view = new ConversationView(this.transcript, {
      look,
      agent: info.agent,
      holdsPlans: isLive,
      hidesAnswers: options.hidesAnswers ?? false,
      isOurs: (id) => this.requests.isOurs(id),
      showsMessage: options.showsMessage,
    });
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
  }

  /** Takes over the terminal. */
  open(): void {
    const { keyboard, isLive, client } = this.#options;
    if (isLive) this.#screen.open();
    keyboard?.open((key) => this.#press(key));
    const onSignal = () => this.interrupt();
    const onResize = () => {
      this.#screen.resized();
      this.refresh();
    };
    const onEnd = () => this.#leave('detached');
    const onExit = () => {
      if (isLive) this.#screen.close();
      keyboard?.pause();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onEnd).on('SIGHUP', onEnd).on('exit', onExit);
    process.stdout.on('resize', onResize);
    this.#stops.push(
      () => process.off('SIGINT', onSignal).off('SIGTERM', onEnd).off('SIGHUP', onEnd).off('exit', onExit),
      () => process.stdout.off('resize', onResize),
      client.onState((state) => {
        if (state.status === 'offline') {
          const isNew = this.#connection === null;
          this.#connection = `Connection lost (${plainLine(state.reason)}); reconnecting`;
          if (isNew && !isLive) this.note(`${this.#connection} …`, 'yellow');
        }
        if (state.status === 'online' && this.#connection !== null) {
          this.#connection = null;
          this.note('Connected again.', 'green');
        }
        if (state.status === 'refused') {
          this.note(state.problem.detail, 'red');
          this.#leave('lost');
        }
        this.refresh();
      }),
    );
    this.refresh();
  }

  /** Shows the past, and goes on from there. `earlier` are requests of before. */
  follow(past: readonly UniversalEvent[], after: number, earlier: PendingRequests | null): void {
    for (const event of past) this.#take(event);
    if (earlier) this.requests.add(earlier);
    this.#subscription = this.session.subscribe(
      {
        event: (event) => {
          this.#options.onEvent?.(event);
          this.#take(event);
        },
        queue: (queue) => {
          this.queue = queue;
          this.refresh();
        },
        failed: (error) => {
          this.note(error.message, 'red');
          this.#leave('lost');
        },
      },
      { after, includeState: true },
    );
    this.refresh();
  }

  get look(): Look {
    return this.#options.look();
  }

  /** Whether anything was said, or waits to be said. */
  get hasContent(): boolean {
    return this.transcript.turns.length > 0 || this.queue.entries.length > 0;
  }

  /** Whether a turn runs. */
  get isBusy(): boolean {
    return this.transcript.turn !== null;
  }

  /** Prints a remark of our own. */
  note(text: string, format: Format = 'dim'): void {
    const look = this.#options.look();
    this.print(wrap(plain(text), look.width).map((line) => look.paint(format, line)));
  }

  /** Prints lines of our own. */
  print(lines: readonly string[]): void {
    this.#notes.push([...lines]);
    this.refresh();
  }

  /** A hint below what is typed, until the next key. */
  hint(text: string): void {
    this.#hint = text;
    this.refresh();
  }

  /** Draws soon: many events are one frame. */
  refresh(): void {
    this.#timer ??= setTimeout(() => this.draw(), FRAME_MS);
  }

  draw(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const printed = this.#view.print(this.#notes.splice(0));
    if (!this.#options.isLive) return this.#drawPlain(printed);
    this.#screen.draw(printed, this.#frame(Date.now()));
    const isMoving = this.#view.isAnimated || this.#connection !== null || this.activity !== null;
    if (isMoving) this.#timer = setTimeout(() => this.draw(), ANIMATION_MS);
  }

  /** The first time interrupts the turn, the second leaves it running. */
  interrupt(): void {
    if (this.#options.isReadOnly) return this.#leave('detached');
    if (this.#interrupts++ > 0 || !this.#canInterrupt) return this.#leaveOrHint();
    this.session.interrupt().catch((error: Error) => this.note(error.message, 'red'));
    this.hint('Interrupting … Ctrl-C again leaves the session running and returns to the shell');
    if (!this.#options.isLive) this.note('Interrupting … Ctrl-C again leaves the session running.');
  }

  /** Whether there is a turn, a sub-agent or a request to stop. */
  get #canInterrupt(): boolean {
    const { threads } = this.transcript;
    const isRunning = [...threads.values()].some(
      ({ status }) => status === 'running' || status === 'waiting',
    );
    return this.isBusy || isRunning || this.requests.size > 0;
  }

  leave(leaving: Leaving): void {
    this.#leave(leaving);
  }

  /** Gives the terminal back, with everything printed. */
  close(): void {
    this.#subscription?.close();
    this.draw();
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#options.isLive) this.#screen.close();
    this.#options.keyboard?.close();
    for (const stop of this.#stops) stop();
  }

  #take(event: UniversalEvent): void {
    this.requests.take(event);
    const row = this.transcript.apply(event);
    if (row) {
      this.#view.change(row);
      this.#options.onRow?.(row);
    }
    if (event.type === 'turn.started') this.activity = null;
    if (event.type === 'turn.started' || event.type === 'turn.ended') {
      this.#interrupts = 0;
      this.#hint = null;
    }
    if (event.type === 'session.ended') this.#leave('ended');
    this.refresh();
  }

  #press(key: Key): void {
    if (key.ctrl && key.name === 'c') return this.interrupt();
    if (key.ctrl && key.name === 'z') return this.#suspend();
    this.#hint = null;
    if (!key.ctrl) this.#interrupts = this.isBusy ? this.#interrupts : 0;
    const prompt = this.#prompt;
    if (this.#options.isReadOnly && (key.name === 'q' || (key.ctrl && key.name === 'd')))
      return this.#leave('detached');
    if (prompt && key.name === 'tab') this.#isPromptFocused = !this.#isPromptFocused;
    else if (prompt && this.#hasFocus) prompt.press(key);
    else this.input?.press(key);
    this.refresh();
  }

  /** What is asked here; others may answer what is not. */
  get #prompt(): Prompt | null {
    const { keyboard, isReadOnly } = this.#options;
    return keyboard && !isReadOnly ? this.requests.prompt : null;
  }

  /** Whether keys answer the request. Who is typing has not seen it yet. */
  get #hasFocus(): boolean {
    return this.#isPromptFocused || !this.input?.isInUse;
  }

  #leaveOrHint(): void {
    if (!this.input || this.isBusy || this.#interrupts > 1) return this.#leave('detached');
    if (this.input.isInUse) {
      this.#interrupts = 0;
      this.input.clear();
      return this.refresh();
    }
    this.hint('Ctrl-C again leaves; the session stays');
  }

  #suspend(): void {
    const { keyboard, isLive } = this.#options;
    if (isLive) this.#screen.close();
    keyboard?.pause();
    process.once('SIGCONT', () => {
      if (isLive) this.#screen.open();
      keyboard?.open((key) => this.#press(key));
      this.refresh();
    });
    process.kill(process.pid, 'SIGTSTP');
  }

  /** Without a cursor that moves, a request is printed once. */
  #drawPlain(printed: readonly string[]): void {
    const { look, output } = this.#options;
    const lines = [...printed];
    const prompt = this.#prompt;
    if (prompt && prompt.id !== this.#shownPrompt)
      lines.push(...prompt.render(look(), this.#screen.rows).lines);
    this.#shownPrompt = prompt?.id ?? null;
    if (lines.length > 0) output.write(`${lines.join('\n')}\n`);
  }

  #frame(now: number): { lines: string[]; cursor?: { line: number; column: number } } {
    const look = this.#options.look();
    const prompt = this.#prompt;
    const above = [...this.#view.live(now), ...this.#queued(look)];
    if (!prompt) this.#isPromptFocused = false;
    const status = this.#status(look, now);
    const lines = [...above, ...(status === null ? [] : ['', status])];
    if (prompt) {
      const { lines: asked, cursor } = prompt.render(look, this.#screen.rows);
      const at = lines.length + 1;
      if (this.#hasFocus) {
        const all = [...lines, '', ...asked, ...this.#hints(look)];
        return cursor ? { lines: all, cursor: { ...cursor, line: at + cursor.line } } : { lines: all };
      }
      lines.push('', ...asked, look.paint('dim', 'Tab answers this; Tab again goes back to your message'));
    }
    if (!this.input) return { lines: [...lines, ...this.#hints(look)] };
    const { lines: typed, line, column } = this.input.render(look);
    const at = lines.length + 1;
    return { lines: [...lines, '', ...typed, ...this.#hints(look)], cursor: { line: at + line, column } };
  }

  #hints(look: Look): string[] {
    return this.#hint === null ? [] : [look.paint('dim', truncate(this.#hint, look.width))];
  }

  #queued(look: Look): string[] {
    const { entries } = this.queue;
    const shown = entries
      .slice(0, MOST_QUEUED)
      .map(({ message }) => look.paint('dim', truncate(`› ${plainLine(message)} (queued)`, look.width)));
    const more = entries.length - shown.length;
    const lines = more > 0 ? [...shown, look.paint('dim', `  … ${more} more queued`)] : shown;
    return lines.length === 0 ? [] : ['', ...lines];
  }

  #status(look: Look, now: number): string | null {
    const spinner = look.paint('cyan', spinnerAt(now));
    if (this.#connection !== null)
      return `${spinner} ${look.paint('yellow', truncate(this.#connection, look.width - 2))}`;
    const { turn, threads } = this.transcript;
    const running = [...threads.values()].filter(({ status }) => status === 'running').length;
    const facts = [
      turn && duration(Math.max(0, now - Date.parse(turn.startedAt))),
      running > 0 && `${running} ${running === 1 ? 'sub-agent' : 'sub-agents'}`,
      turn && 'Ctrl-C interrupts',
    ].filter(Boolean);
    if (!turn && running === 0) return this.activity === null ? null : `${spinner} ${this.activity}`;
    const word = this.requests.size > 0 ? 'Waiting for you' : 'Working';
    return `${spinner} ${word} ${look.paint('dim', `· ${facts.join(' · ')}`)}`;
  }
}
