import { describe, expect, it } from 'vitest';
import type { ReportedName } from '#server/shared/application/find-application-names.ts';
import { sharedNames } from './reported-names.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const HTTP = 1;
const VIDEO = 2;

/** Reports of an application: HTTP was renamed at second 100. */
const reports: readonly { readonly since: number; readonly name: string }[] = [
  { since: 10, name: 'http' },
  { since: 100, name: 'web' },
];

/** The name as of a time, as the store finds it. */
function nameAt(to: number): ReportedName {
  const known = reports.filter(({ since }) => since < to);
  const next = reports.find(({ since }) => since >= to);
  return {
    name: (known.at(-1) ?? reports[0])?.name ?? '',
    after: (known.at(-1)?.since ?? Number.NEGATIVE_INFINITY) * 1_000,
    until: (next?.since ?? Number.POSITIVE_INFINITY) * 1_000,
  };
}

function aReader() {
  let nowMs = 0;
  const requested: string[] = [];
  let fails = false;
  const read = sharedNames(
    (of, applications) => {
      requested.push(`${String(of.to)}: ${applications.join()}`);
      if (fails) return Promise.reject(new Error('the store is away'));
      return Promise.resolve(
        new Map(applications.flatMap((each) => (each === HTTP ? [[each, nameAt(of.to)] as const] : []))),
      );
    },
    { now: () => new Date(nowMs) },
  );
  const names = async (to: number, applications: readonly number[] = [HTTP], customer = 1) => {
    const found = await read({ customer, device: 0, to }, applications);
    return [...found].map(([application, { name }]) => [application, name]);
  };
  return {
    requested,
    names,
    setMinute: (minute: number) => (nowMs = minute * MINUTE_MS),
    setFailing: (isFailing: boolean) => (fails = isFailing),
  };
}

describe('names that exporters reported', () => {
  it.each([
    { to: 5, name: 'http', says: 'before the first report the first one' },
    { to: 10, name: 'http', says: 'at the first report the first one' },
    { to: 99, name: 'http', says: 'before the next report the last one' },
    { to: 100, name: 'http', says: 'at the next report the last one' },
    { to: 101, name: 'web', says: 'after the next report that one' },
  ])('count as of the end of the period: $says, whatever was requested before', async ({ to, name }) => {
    const { names } = aReader();
    for (const other of [500, 50, 1]) await names(other);
    expect(await names(to)).toEqual([[HTTP, name]]);
  });

  it('are read once for periods that end between the same reports, at the same time as well', async () => {
    const { names, requested } = aReader();
    await Promise.all([names(200), names(200)]);
    await names(300, [HTTP, VIDEO]);
    await names(400, [HTTP, VIDEO]);
    expect(requested).toEqual(['200: 1', '300: 2']);
    await names(50);
    expect(requested).toEqual(['200: 1', '300: 2', '50: 1']);
  });

  it('are read again in the next minute, and for another customer', async () => {
    const { names, requested, setMinute } = aReader();
    await names(200);
    await names(200, [HTTP], 2);
    setMinute(1);
    await names(200);
    expect(requested).toEqual(['200: 1', '200: 1', '200: 1']);
  });

  it('are read again after a failure', async () => {
    const { names, setFailing } = aReader();
    setFailing(true);
    await expect(names(200)).rejects.toThrow('the store is away');
    setFailing(false);
    expect(await names(200)).toEqual([[HTTP, 'web']]);
  });
});
