import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readAlerts } from '#schemas/alerting/routes.ts';
import type { FlowMapArc, FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import {
  listFlowMapChoices,
  readFlowMap,
  readFlowMapPair,
  readLiveFlowMap,
} from '#schemas/flowmap/routes.ts';
import { flowMapRoutes } from '#web/routes/pages/flowmap.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { pending, problem, reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...flowMapRoutes);

const HOSTILE = '<img src=x onerror="document.title=1">\u05D0 Lyon';
const node = (id: number, name: string | null, change: Partial<FlowMapNode> = {}): FlowMapNode => ({
  id,
  name,
  city: '',
  longitude: id * 2,
  latitude: 45,
  deleted: false,
  ...change,
});
const nodes = [node(1, 'Paris'), node(2, HOSTILE), node(0, null, { longitude: null, latitude: null })];
const arc = (one: number, other: number, change: Partial<FlowMapArc> = {}): FlowMapArc => ({
  one,
  other,
  forth: 3_000_000,
  back: 1_500_000,
  classes: [{ dscp: 46, bps: 4_500_000 }],
  values: [4_500_000, 31],
  ...change,
});
const arcs = [arc(1, 2), arc(0, 1, { forth: 200_000, back: 100_000 })];
const kpis = [
  { key: 'app_bps', unit: 'bps' as const },
  { key: 'app_net', unit: 'millisecond' as const },
];

const live = reply(readLiveFlowMap, {
  nodes,
  arcs: arcs.map((each) => ({ ...each, values: [] })),
  isLimited: false,
  at: Date.now(),
  seconds: 20,
  isPartial: true,
});
const period = reply(readFlowMap, {
  nodes,
  arcs,
  isLimited: true,
  from: 1_000_000_000,
  to: 1_000_003_600,
  kpis,
});
const common = [
  reply(readAlerts, pending),
  reply(listFlowMapChoices, { sites: [{ id: 1, name: 'Paris', city: 'Paris' }], applications: [] }),
];

describe('the flow map', () => {
  it('shows live rates in a table, with values of KPIs, and opens what a pair consists of', async () => {
    const pair = reply(readFlowMapPair, {
      from: 1_000_000_000,
      to: 1_000_003_600,
      applications: [{ number: 1, name: HOSTILE, bps: 2_000_000 }],
      conversations: [{ one: '10.1.0.5', other: '10.2.0.9', protocol: 6, port: 443, bytes: 9_000, flows: 4 }],
    });
    const rendered = await renderPage('/flowmap?customer=1&map=false', {
      replies: [live, period, pair, ...common],
    });
    await expectVisible(page.getByText('Mean rates of 20 s only', { exact: false }));
    // Its KPIs are of a longer period, which is said.
    await expectVisible(page.getByText(/· KPIs of .*\d\d:46.*\d\d:46/));
    const row = page.getByRole('row', { name: new RegExp('Paris.*Lyon') });
    await expect.poll(() => row.element().textContent).toMatch(/4\.5.Mbps31.ms$/);
    await row.click();
    await expectVisible(page.getByText('10.1.0.5 ↔ 10.2.0.9'));
    expect(rendered.search().get('open')).toBe('1-2');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => rendered.search().get('open')).toBe(null);
    expect(await axeFaults()).toEqual([]);
  });

  it.each([
    {
      title: 'no remote site',
      replies: [reply(readFlowMap, problem('FLOW_MAP_NO_REMOTE_SITE'))],
      seen: 'No remote site was found',
    },
    { title: 'an error', replies: [reply(readFlowMap, problem('TOO_MUCH_DATA'))], seen: 'Try again' },
  ])('says so with $title', async ({ replies, seen }) => {
    await renderPage('/flowmap?customer=1&map=false&show=period', {
      replies: [...replies, ...common],
      language: 'en',
    });
    await expectVisible(page.getByText(seen, { exact: false }).first());
  });

  it('names the limit when an address has 60 sites', async () => {
    const sites = Array.from({ length: 60 }, (_, index) => String(index + 1)).join(',');
    await renderPage(`/flowmap?customer=1&map=false&show=period&site=${sites}`, {
      replies: [
        reply(
          readFlowMap,
          problem('VALIDATION', {
            errors: [{ path: 'body.sites', code: 'FLOW_MAP_TOO_MANY_SITES', message: '' }],
          }),
        ),
        ...common,
      ],
    });
    await expectVisible(page.getByText('The flow map shows at most 50 sites.').first());
  });
});
