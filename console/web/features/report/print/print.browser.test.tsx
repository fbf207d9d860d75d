import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listElements } from '#schemas/data/element-routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { printAddress } from '#schemas/report/print.ts';
import { customerReports } from '#schemas/report/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { pending, problem, reply } from '#web/testing/replies.ts';
import { openPrint } from '../testing/reports.ts';

const root = () => document.querySelector('.tt-report-print');
const attribute = (name: string) => () => root()?.getAttribute(`data-${name}`) ?? null;
const queryOf = (part: object = {}): string =>
  printAddress({
    report: 7,
    customer: 1,
    from: 1_790_000_000,
    to: 1_790_086_400,
    timeZone: 'Europe/Paris' as const,
    language: 'en' as const,
    ...part,
  }).replace(/^.*customer=1/, '');

describe('a report that is printed', () => {
  it('says that it is ready once every dashlet has its result, on sheets of paper', async () => {
    const { server } = await openPrint({ query: queryOf() });
    await expect.poll(attribute('ready')).toBe('true');
    expect([attribute('pages')(), attribute('truncated')(), attribute('failed')()]).toEqual([
      '4',
      'false',
      '0',
    ]);
    const [sheet] = document.querySelectorAll<HTMLElement>('.tt-report-sheet');
    expect([sheet?.offsetWidth, sheet?.offsetHeight]).toEqual([1_123, 794]);
    expect(getComputedStyle(sheet!).backgroundColor).toBe('rgb(255, 255, 255)');
    const [{ body } = { body: undefined }] = server.received(readData);
    expect(body?.requests[0]).toMatchObject({
      from: 1_790_000_000,
      to: 1_790_086_400,
      timeZone: 'Europe/Paris',
    });
    for (const role of ['navigation', 'banner'] as const) expect(page.getByRole(role).query()).toBeNull();
  });

  it('prints the variables and the paper of its address, in its language', async () => {
    const variables = { site: [2] };
    const { server } = await openPrint({ query: queryOf({ variables, format: 'letter', language: 'fr' }) });
    await expect.poll(attribute('pages')).not.toBeNull();
    expect(server.received(listElements)[0]?.body.filters).toMatchObject([{ element: 'site', ids: [2] }]);
    expect(document.querySelector<HTMLElement>('.tt-report-sheet')?.offsetWidth).toBe(1_056);
    expect(document.documentElement.lang).toBe('fr');
  });

  it('is not ready while a dashlet waits', async () => {
    await openPrint({ query: queryOf(), replies: [reply(readData, pending)] });
    await expectVisible(page.getByText('Service report'));
    await expect.poll(attribute('ready')).toBe('false');
  });

  it('says why it cannot be printed', async () => {
    await openPrint({ query: queryOf(), replies: [reply(customerReports.read, problem('NOT_FOUND'))] });
    await expect.poll(attribute('problem')).toBe('REPORT_UNAVAILABLE');
  });
});
