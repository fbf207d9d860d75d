import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listMarkedChanges, type ElementAction } from '#schemas/inventory/change/action-routes.ts';
import { aSession } from '#web/testing/a-session.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults, type RenderOptions } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { dashletNamed, openDashboards } from './testing/open-dashboard.ts';

const change = (part: Partial<ElementAction> = {}): ElementAction => ({
  seq: 7,
  place: 0,
  at: '2025-11-22T20:00:00.000Z',
  actor: 'Ada Martin',
  action: 'inventory.edit',
  comment: 'New contract',
  element: 3,
  name: 'interface nantes-cpe-7 / WAN',
  changes: [{ field: 'bandwidthIn', before: 100_000_000, after: 200_000_000 }],
  ...part,
});
const deleted = change({
  seq: 8,
  action: 'inventory.delete',
  element: 9,
  name: 'device <b>old</b>',
  comment: '',
});

const open = (
  changes: readonly ElementAction[],
  { count = changes.length, ...options }: RenderOptions & { count?: number } = {},
) =>
  openDashboards({
    query: '&open=7&period=1763800000-1763886400',
    replies: [reply(listMarkedChanges, { changes: [...changes], count })],
    ...options,
  });
const chart = dashletNamed('Busiest links');
const lane = chart.getByRole('button', { name: /^Busiest links: .*configuration change/ });

describe('configuration changes of a timeline', () => {
  it('are marks in its lane, which lists what was changed, by whom and why', async () => {
    const { server } = await open([change(), deleted], { count: 202 });
    await expectVisible(lane);
    expect(lane.element().getAttribute('aria-label')).toBe('Busiest links: 202 configuration changes');
    expect(lane.element().querySelectorAll('[data-is="change"]')).toHaveLength(2);
    await expectVisible(
      chart.getByRole('list', { name: 'Marks of Busiest links' }).getByText('202 configuration changes'),
    );
    (lane.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(server.received(listMarkedChanges).at(-1)?.body).toMatchObject({
      from: 1_763_800_000,
      elements: [{ element: 'interface' }],
    });
    const list = page.getByRole('dialog', { name: 'Busiest links: 202 configuration changes' });
    const edited = list.getByRole('listitem').filter({ hasText: 'New contract' }).first();
    await expect.element(edited).toMatchTextContent(/ · Edited/);
    await expect.element(edited).toMatchTextContent(/Bandwidth in: 100 Mbps → 200 Mbps/);
    await expect.element(edited).toMatchTextContent(/Ada Martin/);
    const link = edited.getByRole('link', { name: 'Interface nantes-cpe-7 / WAN' });
    const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href);
    expect([pathname, searchParams.get('customer')]).toEqual(['/inventory/interface/3', '1']);
    // What was deleted has no page.
    await expectVisible(list.getByText(/Device <b>old<\/b> · Deleted/));
    expect(list.getByRole('link', { name: /old/ }).query()).toBeNull();
    await expectVisible(list.getByText('and 200 older configuration changes'));
    expect(await axeFaults()).toEqual([]);
  });

  it('are not requested for a user who does not read the action log', async () => {
    const session = aSession({ permissions: ['DASHBOARD.read', 'TEMPLATE.DASHBOARD.read'] });
    const { server } = await open([change()], { session });
    await expectVisible(chart.getByRole('button', { name: /^Show lyon/ }));
    expect(server.received(listMarkedChanges)).toEqual([]);
    expect(lane.query()).toBeNull();
  });
});
