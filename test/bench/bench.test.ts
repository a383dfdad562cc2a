import { describe, expect, it, onTestFinished } from 'vitest';
import { type Bench, type Figure, ratioOf } from './bench.js';
import { benches, benchesOnRequest } from './benches.js';
import { help, optionsOf, UsageError } from './options.js';
import { isPeerCached } from './peer.js';
import { jsonOf, Run } from './run.js';
import { full, quick, tiny } from './scale.js';
import { table } from './table.js';

async function figuresOf(bench: Bench): Promise<Figure[]> {
  const all: Figure[] = [];
  const run = new Run({ benches: [bench], scale: tiny, onFigures: (_, figures) => all.push(...figures) });
  onTestFinished(() => run.cancel());
  await run.go();
  return all;
}

const mayDownload = process.env.CI === 'true' || isPeerCached();
const measured = [...benches, ...(mayDownload ? benchesOnRequest : [])];

describe('every bench', () => {
  it.each(measured.map((bench) => [bench.name, bench] as const))(
    '%s prints figures next to their yardsticks',
    async (_, bench) => {
      const figures = await figuresOf(bench);
      expect(figures.length).toBeGreaterThan(0);
      for (const figure of figures) {
        // Memory growth may be zero at this scale, and losses should be.
        expect(figure.value).not.toBeNaN();
        expect(figure.yardstick.value).not.toBeNaN();
        const mayBeZero = ['memory', 'stored', 'peers'].includes(bench.name);
        if (!mayBeZero) expect(ratioOf(figure)).toBeGreaterThan(0);
      }
      const lines = table(figures, false).split('\n').slice(1);
      expect(lines).toHaveLength(figures.length);
      lines.forEach((line, i) => {
        expect(line.startsWith(figures[i]!.name)).toBe(true);
        expect(line).toMatch(/ × {2}\S/);
        expect(line).toContain(figures[i]!.yardstick.what);
      });
    },
  );
});

describe('the table', () => {
  const figure: Figure = {
    name: 'sessions created',
    unit: '/s',
    better: 'higher',
    value: 1234.5,
    yardstick: { what: 'bare spawn', value: 4938 },
  };

  it('has aligned columns and a ratio', () => {
    const slow: Figure = { ...figure, name: 'start-up', unit: 'ms', better: 'lower', value: 300 };
    const [head, ...lines] = table([figure, slow], false).split('\n');
    expect(lines).toEqual([
      'sessions created    1,230/s    4,940/s  0.25 ×  bare spawn',
      'start-up             300 ms   4,940 ms  0.06 ×  bare spawn',
    ]);
    expect(head?.indexOf('yardstick')).toBe(29);
  });

  it('is coloured on request only', () => {
    expect(table([figure], false)).not.toContain('\x1b');
    expect(table([figure], true)).toContain('\x1b[');
  });

  it('is also available as JSON', () => {
    const bench = benches[0]!;
    const { figures } = JSON.parse(jsonOf([{ bench, figures: [figure] }])) as { figures: object[] };
    expect(figures).toEqual([{ bench: bench.name, ...figure, ratio: 0.25 }]);
  });
});

describe('the options', () => {
  it('default to all benches at full scale', () => {
    expect(optionsOf([])).toEqual({ benches, scale: full, json: null, help: false });
  });

  it('select benches and a smaller scale', () => {
    const options = optionsOf(['--only', 'log', '--only', 'burst', '--quick', '--json', 'out.json']);
    expect(options.benches.map(({ name }) => name)).toEqual(['burst', 'log']);
    expect(options).toMatchObject({ scale: quick, json: 'out.json' });
  });

  it('select the comparison with peers, which no other run includes', () => {
    expect(optionsOf(['--peers']).benches).toEqual(benchesOnRequest);
    expect(optionsOf(['--only', 'peers']).benches).toEqual(benchesOnRequest);
    expect(optionsOf([]).benches).not.toContain(benchesOnRequest[0]);
  });

  it.each([[['--only', 'nothing']], [['--fast']], [['log']]])('reject %j', (args) => {
    expect(() => optionsOf(args)).toThrow(UsageError);
  });

  it('are documented by the help, with every bench and examples', () => {
    for (const { name } of [...benches, ...benchesOnRequest])
      expect(help()).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    expect(help()).toContain('$ npm run bench -- --quick');
  });
});
