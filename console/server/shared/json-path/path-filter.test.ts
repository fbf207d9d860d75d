import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { wrongPath } from './apply-paths.ts';
import { PathFilter } from './path-filter.ts';

const filter = new PathFilter(systemClock);
afterAll(() => filter.close());
const { signal } = new AbortController();

const response = {
  header: { generatedOn: 1 },
  data: [
    { 'host-name': 'site1', reachability: 'reachable', links: { up: 2 } },
    { 'host-name': 'site2', reachability: 'unreachable', links: { up: 0 } },
  ],
};
const run = (paths: readonly string[], replacements: readonly { search: string; by: string }[] = []) =>
  filter.run(1, { value: response, paths, replacements }, signal);

describe('JSON filters of an SD-WAN dashlet', () => {
  it.each([
    ['without any, the answer is as it is', [], response],
    ['a path to one place gives its value', ['$.data[1].links.up'], 0],
    ['any other path gives a list', ['$..up'], [2, 0]],
    ['that finds nothing an empty one', ["$.data[?@.reachability=='away']"], []],
    [
      'the next one is applied to what the one before left',
      ["$.data[?@.reachability=='unreachable']", "$[0]['host-name']"],
      'site2',
    ],
    ['functions of the RFC are known', ["$.data[?search(@['host-name'], '2$')].links.up"], [0]],
  ])('%s', async (_, paths, value) => {
    expect(await run(paths)).toEqual({ ok: true, value });
  });

  it.each([
    [1, 4, ['$.data', '$[?']],
    [0, 1, ['data.name']],
    [0, 16, ["$.data[?@.state='down']"]],
  ] as const)('report the syntax of path %i, wrong at character %i', async (index, position, paths) => {
    const fault = { code: 'JSON_FILTER_SYNTAX', index, position };
    expect(await run(paths)).toEqual({ ok: false, fault });
    expect(wrongPath(paths)).toEqual({ index, position });
  });

  it.each([
    [1, ['$.data', '$.nothing']],
    [0, ['$.data[7]']],
  ] as const)('report path %i, which leads nowhere', async (index, paths) => {
    expect(await run(paths)).toEqual({ ok: false, fault: { code: 'JSON_FILTER_PATH', index } });
    expect(wrongPath(paths)).toBeUndefined();
  });

  it('replace texts in names and values, one after the other', async () => {
    const replacements = [
      { search: 'host-name', by: 'Router' },
      { search: 'site', by: '$& ' },
    ];
    expect(await run(['$.data[0]'], replacements)).toEqual({
      ok: true,
      value: { Router: '$& 1', reachability: 'reachable', links: { up: 2 } },
    });
  });

  it('have their time from when their thread has started', async () => {
    const impatient = new PathFilter(systemClock, 60);
    expect(await impatient.run(1, { value: response, paths: [], replacements: [] }, signal)).toEqual({
      ok: true,
      value: response,
    });
    await impatient.close();
  });

  it('end an expression that takes too long, and the next one works', async () => {
    const impatient = new PathFilter(systemClock, 300);
    const value = { name: `${'a'.repeat(40)}!` };
    const slow = await impatient.run(
      1,
      { value: [value], paths: ["$[?match(@.name, '(a+)+b')]"], replacements: [] },
      signal,
    );
    expect(slow).toEqual({ ok: false, fault: { code: 'JSON_FILTER_SLOW' } });
    const next = { value: response, paths: ['$.header'], replacements: [] };
    expect(await impatient.run(1, next, signal)).toEqual({ ok: true, value: { generatedOn: 1 } });
    await impatient.close();
  });

  it('report a response that is nested too deeply, and the next one works', async () => {
    for (const depth of [4_000, 100_000]) {
      const value: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
      const deep = await filter.run(1, { value, paths: ['$..*'], replacements: [] }, signal);
      expect(deep).toEqual({ ok: false, fault: { code: 'TOO_MUCH_DATA' } });
    }
    expect(await run(['$.header.generatedOn'])).toEqual({ ok: true, value: 1 });
  });

  it('report a response that can be read and not be handed over at once, without any path', async () => {
    for (const depth of [1_000, 1_600, 2_200, 3_000]) {
      const value: unknown = JSON.parse('{"a":'.repeat(depth) + '0' + '}'.repeat(depth));
      const deep = await filter.run(1, { value, paths: [], replacements: [] }, signal);
      expect([depth, deep.ok || deep.fault.code]).toEqual([depth, expect.toBeOneOf([true, 'TOO_MUCH_DATA'])]);
    }
    expect(await run(['$.header.generatedOn'])).toEqual({ ok: true, value: 1 });
  });

  it('of several customers take turns', async () => {
    const ended: string[] = [];
    const job = { value: response, paths: ['$.header'], replacements: [] };
    const add = async (customer: number, name: string): Promise<void> => {
      await filter.run(customer, job, signal);
      ended.push(name);
    };
    await Promise.all([add(1, 'first'), add(1, 'second'), add(1, 'third'), add(2, 'other')]);
    expect(ended).toEqual(['first', 'second', 'other', 'third']);
  });

  it('leave no more than a browser shows', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `row number ${String(index)}`);
    const [all, few] = [[], ['$[:3]']].map((paths) =>
      filter.run(1, { value: rows, paths, replacements: [] }, signal),
    );
    expect(await all).toEqual({ ok: false, fault: { code: 'TOO_MUCH_DATA' } });
    expect(await few).toMatchObject({ ok: true });
    const by = 'e'.repeat(200);
    const grown = await run(
      [],
      Array.from({ length: 8 }, () => ({ search: 'e', by })),
    );
    expect('fault' in grown && grown.fault.code).toBe('TOO_MUCH_DATA');
  });
});
