import { createMachine } from 'xstate';

/** One of every feature that can be drawn. */
export const player = createMachine({
  id: 'player',
  initial: 'off',
  on: { unplug: '.off', ping: { actions: 'pong' } },
  states: {
    off: { description: 'Dark', on: { power: 'on' } },
    on: {
      type: 'parallel',
      on: { power: 'off' },
      states: {
        disc: {
          initial: 'stopped',
          states: {
            stopped: { on: { play: { guard: 'hasDisc', target: 'playing', actions: ['spin', 'light'] } } },
            playing: {
              initial: 'normal',
              after: { 500: 'stopped' },
              on: { stop: 'stopped', skip: '.fast', 'volume.*': { actions: 'turnKnob' } },
              states: {
                normal: { on: { faster: 'fast' } },
                fast: { always: { guard: 'isTired', target: 'normal' } },
              },
            },
          },
        },
        lamp: {},
        end: {
          initial: 'note',
          states: { note: { on: { finish: 'state' } }, state: { type: 'final' } },
          onDone: {},
        },
      },
    },
  },
});

const NASTY = `<script>alert("1")</script> & 'x' ]]> -- \\N {;} %% \u0007 日本`;

/** Names that try to break out of their context. */
export const hostile = createMachine({
  id: NASTY,
  initial: NASTY,
  states: {
    [NASTY]: {
      description: NASTY,
      tags: [NASTY],
      on: {
        [NASTY]: { target: 'b', guard: NASTY, actions: NASTY },
        '<b>&"': { actions: NASTY },
      },
    },
    b: { initial: '"];x', states: { '"];x': {} } },
  },
});
