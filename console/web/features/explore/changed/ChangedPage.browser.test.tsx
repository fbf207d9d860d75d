import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { HIDDEN_VALUE } from '#schemas/explore/changed/choices.ts';
import {
  readWhatChanged,
  type ChangeFinding,
  type ChangeReply,
  type ChangeValue,
} from '#schemas/explore/changed/what-changed.ts';
import { changedRoutes } from '#web/routes/pages/changed.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { pending, problem, reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...changedRoutes);

const FROM = 1_790_000_100;
const series = { now: [3e6, 4e6, 5e6], before: [1e6, 1e6, null] };
const valueOf = (
  dimension: ChangeValue['dimension'],
  values: string[],
  names: (string | null)[] = values,
): ChangeValue => ({ dimension, values, names, now: 37e6, before: 4e6, state: 'risen', filter: '' });
const backup = valueOf('application', ['7'], ['Backup <b>of</b> the night']);
const pair = valueOf('site-pair', ['3', '9'], ['Lyon', 'Orléans']);
const toHidden = valueOf('site-pair', ['3', HIDDEN_VALUE], ['Lyon', null]);
const port = valueOf('in-interface', ['12'], ['edge-1 · Gi0/1']);
const finding: ChangeFinding = {
  ...backup,
  parts: [
    { ...pair, relation: 'same', contribution: 33e6 },
    { ...port, relation: 'within', contribution: 20e6 },
    { ...valueOf('source-port', ['13724']), relation: 'within', contribution: 20e6 },
  ],
  series,
};
const found: ChangeReply = {
  period: { from: FROM, to: FROM + 3_600 },
  baseline: [{ from: FROM - 3_600, to: FROM, counts: true }],
  timeZone: 'UTC',
  context: { site: { id: 9, name: 'Orléans' }, element: null, way: 'both', filter: '' },
  measure: 'bits',
  source: 'raw',
  reason: null,
  flows: 40,
  total: { now: 98e6, before: 20e6 },
  stepSeconds: 120,
  series,
  findings: [finding],
  dimensions: [
    { dimension: 'application', values: [backup], others: { now: 1, before: 1 } },
    { dimension: 'site-pair', values: [pair, toHidden], others: { now: 1, before: 1 } },
  ],
};

const open = (options: RenderOptions = {}) =>
  renderPage(`/explore/changed?customer=1&from=${String(FROM)}&to=${String(FROM + 3_600)}`, {
    replies: [reply(readWhatChanged, found)],
    ...options,
  });
const moved = page.getByRole('region', { name: 'What moved most' });
const hrefOf = (name: string): string => {
  const { pathname, search } = new URL(
    (moved.getByRole('link', { name }).element() as HTMLAnchorElement).href,
  );
  return `${pathname}${search}`;
};

it('the names of what moved lead to the pages of elements, and only theirs', async () => {
  await open();
  await expectVisible(moved.getByText(/^Application/));
  expect(hrefOf('Backup <b>of</b> the night')).toBe('/inventory/application/n7?customer=1');
  expect(hrefOf('Lyon')).toBe('/inventory/site/3?customer=1');
  expect(hrefOf('Orléans')).toBe('/inventory/site/9?customer=1');
  expect(hrefOf('edge-1 · Gi0/1')).toBe('/inventory/interface/12?customer=1');
  await expect.element(moved.getByRole('listitem').first()).toMatchTextContent(/traffic Lyon → Orléans/);
  expect(moved.getByRole('link', { name: /13724/ }).query()).toBeNull();
  const cells = page.getByRole('rowheader', { name: 'Backup <b>of</b> the night' });
  await expectVisible(cells.getByRole('link', { name: 'Backup <b>of</b> the night' }));
  await page.getByRole('combobox', { name: 'Dimension' }).click();
  await page.getByRole('option', { name: 'Site pair' }).click();
  const hidden = page.getByRole('rowheader', { name: 'Lyon → A site that you cannot see' });
  await expect.poll(() => hidden.getByRole('link').elements().length).toBe(1);
  expect(await axeFaults()).toEqual([]);
});

it('names are texts for a user who may not open the pages of elements', async () => {
  await open({ session: aSession({ permissions: ['FLOWMAP.read'] }) });
  await expectVisible(moved.getByText(/^Application Backup/));
  expect(moved.getByRole('link', { name: 'Lyon' }).query()).toBeNull();
});

const sums: ChangeReply = {
  ...found,
  source: '5m',
  reason: 'quick',
  flows: 12_400_000,
  findings: [{ ...finding, parts: [] }],
};
const line = page.getByText('Comparing 12,400,000 single flows, for hosts, ports, AS and users…');

it('of many flows sums are shown first, with how many flows are still compared one by one, then what these say', async () => {
  const { server } = await open({
    replies: [reply(readWhatChanged, ({ body: { depth } }) => (depth === 'quick' ? sums : pending))],
  });
  await expectVisible(line);
  await expectVisible(page.getByText(/From sums of five minutes, without hosts, ports, AS and users\./));
  await expectVisible(moved.getByText(/^Application Backup/));
  expect(server.received(readWhatChanged).map(({ body }) => body.depth)).toEqual(['quick', 'full']);
  expect(await axeFaults()).toEqual([]);
});

it('once single flows are compared their findings are shown, and no line of the comparison', async () => {
  await open({
    replies: [reply(readWhatChanged, ({ body: { depth } }) => (depth === 'quick' ? sums : found))],
  });
  await expectVisible(moved.getByText(/13724/));
  await expectVisible(page.getByText(/From flows one by one\./));
  await expectHidden(line);
});

it('sums stay where single flows could not be compared, with the reason', async () => {
  const slow = problem('TOO_MUCH_DATA');
  await open({
    replies: [reply(readWhatChanged, ({ body: { depth } }) => (depth === 'quick' ? sums : slow))],
  });
  await expectVisible(page.getByText(/^Hosts, ports, AS and users could not be compared: /));
  await expectVisible(moved.getByText(/^Application Backup/));
});
