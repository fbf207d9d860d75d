import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listPollerUses } from '#schemas/polling/poller-use.ts';
import { listPollers, type ListedPoller } from '#schemas/polling/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { pollingRoutes } from '#web/routes/pages/polling.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const renderPage = pageRenderer(...pollingRoutes);

const aPoller = (id: string, part: Partial<ListedPoller> = {}): ListedPoller => ({
  id,
  builtIn: true,
  name: id,
  active: true,
  level: 'device',
  oid: '1.3.6.1.4.1.9.9.109.1.1.1.1.8',
  script: null,
  valueType: 'gauge',
  defaultValue: null,
  incremental: false,
  counters: [{ key: 'cpu', id: 1 }],
  version: null,
  updatedAt: null,
  updatedBy: null,
  ...part,
});

const pollers = [
  aPoller('in', { name: 'ifHCOutBroadcastPkts (IF-MIB)', level: 'interface' }),
  aPoller('health', {
    name: 'fgVWLHealthCheckLinkTable, packets sent and received by each link (FORTINET-FORTIGATE-MIB)',
    oid: '1.3.6.1.4.1.12356.101.4.9.2.1.5',
  }),
  aPoller('cpu', { name: 'cpmCPUTotal5minRev (CISCO-PROCESS-MIB)', script: 'procedure(meanLoad)' }),
  // What takes the room of the names.
  aPoller('probes', {
    name: 'rttMonStats (CISCO-RTTMON-MIB)',
    script: 'procedure(probeStatistics)',
    counters: [
      { key: 'probe_operations, probe_ok, probe_rtt, probe_rtt_count, probe_lost, probe_late', id: 2 },
    ],
  }),
];

/** Whether an element is as high as its row leaves room for. */
function isInRow(element: Element): boolean {
  const [own, row] = [element, element.closest('[role="row"]')!].map((one) => one.getBoundingClientRect());
  return (
    own!.top >= row!.top && own!.bottom <= row!.bottom && element.scrollHeight <= element.clientHeight + 1
  );
}

it.each([1_920, 1_280, 700, 390])('names of pollers can be read at %d pixels', async (width) => {
  await renderPage('/mt/polling', {
    replies: [
      reply(listPollers, { pollers, procedures: [] }),
      reply(listPollerUses, { intervalMs: 60_000, devices: 3, interfaces: 7, uses: [] }),
    ],
    width,
  });
  for (const { name } of pollers) {
    const shown = page.getByRole('grid').getByText(name);
    await expectVisible(shown);
    await expect.poll(() => shown.element().scrollWidth - shown.element().clientWidth).toBeLessThanOrEqual(0);
    await expect.poll(() => isInRow(shown.element())).toBe(true);
  }
});
