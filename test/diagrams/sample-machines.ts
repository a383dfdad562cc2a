import { createMachine } from 'xstate';

/** A bit of everything that can be drawn. */
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

const nasty = `<script>alert("1")</script> & 'x' ]]> -- \\N {;} %% \u0007 日本`;

/** Names that try to break out of whatever they are written into. */
export const hostile = createMachine({
  id: nasty,
  initial: nasty,
  states: {
    [nasty]: {
      description: nasty,
      tags: [nasty],
      on: {
        [nasty]: { target: 'b', guard: nasty, actions: nasty },
        '<b>&"': { actions: nasty },
      },
    },
    b: { initial: '"];x', states: { '"];x': {} } },
  },
});
