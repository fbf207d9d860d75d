import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listPollerUses } from '#schemas/polling/poller-use.ts';
import { listPollers } from '#schemas/polling/routes.ts';
import type { ListedPoller } from '#schemas/polling/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';

const aPoller = (id: string, part: Partial<ListedPoller> = {}): ListedPoller => ({
  ...{ id, builtIn: true, name: id, active: true, level: 'device', oid: '1.3.6.1.4.1.9.9.109.1.1.1.1.8' },
  ...{ script: null, valueType: 'gauge', defaultValue: null, incremental: false },
  ...{ counters: [{ key: 'cpu', id: 1 }], version: null, updatedAt: null, updatedBy: null },
  ...part,
});

const pollers = [
  aPoller('in', { name: 'ifHCOutBroadcastPkts (IF-MIB)', level: 'interface' }),
  aPoller('cpu', { name: 'cpmCPUTotal5minRev (CISCO-PROCESS-MIB)', script: 'procedure(meanLoad)' }),
  // What takes the room of the names.
  aPoller('probes', {
    ...{ name: 'rttMonStats (CISCO-RTTMON-MIB)', script: 'procedure(probeStatistics)' },
    counters: [
      { key: 'probe_operations, probe_ok, probe_rtt, probe_answers, probe_lost, probe_late', id: 2 },
    ],
  }),
];

it('names of pollers can be read at 1,920 pixels', async () => {
  await renderPage('/mt/polling', {
    replies: [
      reply(listPollers, { pollers, procedures: [] }),
      reply(listPollerUses, { intervalMs: 60_000, devices: 3, interfaces: 7, uses: [] }),
    ],
    width: 1_920,
  });
  for (const { name } of pollers) {
    const shown = page.getByRole('grid').getByText(name);
    await expectVisible(shown);
    await expect.poll(() => shown.element().scrollWidth - shown.element().clientWidth).toBeLessThanOrEqual(0);
  }
});
