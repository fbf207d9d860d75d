import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Series } from '#schemas/kpi/series.ts';
import { readAlarmHistory } from '#schemas/alerting/routes.ts';
import { readAlarmSeries, readRelatedSeries } from '#schemas/alerting/series-routes.ts';
import { listDefinitionChanges } from '#schemas/alerting/definition-change.ts';
import { readAlarmTraffic } from '#schemas/alerting/traffic.ts';
import { showTheme } from '#web/lib/theme.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { axeFaults, pageRenderer, type RenderOptions } from '#web/testing/render-page.tsx';
import { pending, problem, reply, type Reply } from '#web/testing/replies.ts';
import { aHistory, aShownAlarm, aSite, aSnapshot } from '../testing/alerts.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...alertingRoutes);

/** A whole hour, so that every graph ends with it. */
const END = Math.ceil(Date.now() / 3_600_000) * 3_600;
const alarm = { ...aShownAlarm(0, aSite(3), END), recent: [91, 97, 98], since: END - 1_800 };
const details = page.getByRole('complementary', { name: /(Details of|Détail de) Link saturated/ });
const graph = details.getByRole('img', { name: /^Inbound utilisation over|^Utilisation entrante sur/ });
const area = () => document.querySelector<HTMLElement>('.tt-kpi-graph .tt-panel')!;

const series = (points: readonly (readonly [number, number])[]) =>
  reply(readAlarmSeries, {
    kpi: alarm.kpi,
    unit: 'percent',
    aggregation: 'average',
    series:
      points.length === 0
        ? []
        : [{ id: alarm.element, points: points.map(([at, value]): [number, number] => [END + at, value]) }],
  });
/** Four values of the last hour with a gap. */
const values = series([
  [-3_600, 40],
  [-3_300, 60],
  [-600, 95],
  [-300, 85],
]);

const open = (replies: readonly Reply[] = [values], options: RenderOptions = {}) =>
  renderPage(`/alert?customer=1&map=false&open=${alarm.id}`, {
    ...options,
    replies: [...alertReplies({ ...aSnapshot(24, 3, Date.now()), alarms: [alarm] }), ...replies],
  });

/** Whether the canvas has a pixel of the colour of a token. */
function isDrawn(token: string): boolean {
  const canvas = graph.element().querySelector('canvas')!;
  const probe = new OffscreenCanvas(1, 1).getContext('2d')!;
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--tt-${token}`).trim();
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255)
      return true;
  return false;
}

describe('the graph of an alarm', () => {
  it('shows its KPI with threshold and figures, and has words for who cannot see it', async () => {
    const { server } = await open();
    await details.getByRole('button', { name: '1 h', exact: true }).click();
    await expectVisible(graph);
    await expect
      .poll(() => graph.element().getAttribute('aria-label'))
      .toMatch(/over 1 h: minimum 40%, maximum 95%, average 70%, last 85% \(.*\)\. Threshold > 90%\.$/);
    await expectVisible(details.getByText('Max 95%'));
    await expectVisible(details.getByText('Threshold > 90%'));
    await expectVisible(details.getByText('Alarm running'));
    await expect.poll(() => isDrawn('accent')).toBe(true);
    await expect.poll(() => isDrawn('critical')).toBe(true);
    expect(server.received(readAlarmSeries).at(-1)).toMatchObject({
      params: { customerId: 1, alarm: alarm.alarm, element: alarm.element },
      query: { from: END - 3_600, to: END },
    });
    expect(await axeFaults()).toEqual([]);
  });

  atNight('marks acknowledgements and silences', async () => {
    const { places, events } = aHistory(alarm);
    const at = (edge: 'acknowledge' | 'silence', seconds: number) => ({
      ...events[0]!,
      edge,
      event: edge,
      cause: 'user',
      happened: seconds * 1_000,
      evidence: { ...events[0]!.evidence, windows: [] },
    });
    const changes = [at('silence', END - 600), at('acknowledge', END - 900)];
    await open([values, reply(readAlarmHistory, { places, events: [...changes, ...events] })]);
    const legend = details.getByRole('list', { name: 'Lines and areas of the graph' });
    await expectVisible(legend.getByText('Acknowledged'));
    await expectVisible(legend.getByText('Silenced'));
    await expect.poll(() => isDrawn('ok')).toBe(true);
    await expect.poll(() => isDrawn('unknown')).toBe(true);
  });

  atNight('draws the threshold that was in force, and says what changed in the definition', async () => {
    const at = (END - 1_200) * 1_000;
    await open([
      values,
      reply(listDefinitionChanges, {
        changes: [{ at, parts: ['condition', 'severity'], threshold: { before: 70, after: 90 } }],
      }),
    ]);
    await details.getByRole('button', { name: '1 h', exact: true }).click();
    await expectVisible(details.getByText('Definition changed'));
    const changes = details.getByRole('region', { name: 'Changes of the definition' });
    await expectVisible(changes.getByText('Threshold 70% → 90%, severity', { exact: false }));
    await expect
      .element(changes.getByRole('link', { name: 'Open the versions' }))
      .toHaveAttribute('href', `/mt/cockpit?alarm=${String(alarm.alarm)}&versions=true`);
    await expect
      .element(details.getByRole('link', { name: 'Open the definition' }))
      .toHaveAttribute('href', `/mt/cockpit?alarm=${String(alarm.alarm)}`);
    await expect
      .element(details.getByRole('link', { name: alarm.siteName, exact: true }).first())
      .toHaveAttribute('href', `/inventory/site/${String(alarm.site)}?customer=1`);
    await expect.poll(() => isDrawn('text-2')).toBe(true);
    expect(await axeFaults()).toEqual([]);
  });

  atNight('shows the other KPIs of the element over the same period', async () => {
    const errors: Series = {
      kpi: 'itf_in_err',
      unit: 'percent',
      aggregation: 'average',
      series: [
        {
          id: alarm.element,
          points: [
            [END - 600, 2],
            [END - 300, 4],
          ],
        },
      ],
    };
    const { server } = await open([values, reply(readRelatedSeries, { kpis: [errors] })]);
    const related = details.getByRole('region', { name: 'Other KPIs of the element' });
    await expectVisible(related.getByText('Inbound error ratio'));
    expect(related.getByRole('listitem').element().textContent).toMatch(/minimum 2%, maximum 4%, last 4%/);
    expect(server.received(readRelatedSeries).at(-1)?.query).toEqual(
      server.received(readAlarmSeries).at(-1)?.query,
    );
    expect(await axeFaults()).toEqual([]);
  });

  atNight(
    'shows what the traffic of the interface consists of in the same period, or that it has no flows',
    async () => {
      const total = { bytes: 10_000_000, packets: 12_000 };
      const { server } = await open([
        values,
        reply(readAlarmTraffic, {
          way: 'in',
          exports: true,
          divisions: [
            {
              by: 'application',
              total,
              parts: [{ name: 'Backup', deleted: true, bytes: 7_500_000, packets: 9_000 }],
            },
            { by: 'conversation', total, parts: [{ name: null, hidden: true, ...total }] },
          ],
        }),
      ]);
      const applications = details.getByRole('region', { name: 'Top applications' });
      await expectVisible(applications.getByText('Backup (deleted)'));
      const lines = applications
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent.replaceAll('\u{A0}', ' '));
      expect(lines).toEqual(['Backup (deleted)75%7.5 MB · 9 k packets', 'Others25%2.5 MB · 3 k packets']);
      await expectVisible(details.getByText('A site that you cannot see'));
      expect(server.received(readAlarmTraffic).at(-1)?.query).toEqual(
        server.received(readAlarmSeries).at(-1)?.query,
      );
      expect(await axeFaults()).toEqual([]);
      server.set(reply(readAlarmTraffic, { way: 'in', exports: false, divisions: [] }));
      await details.getByRole('button', { name: '7 d', exact: true }).click();
      await expectVisible(details.getByText('No flows of this interface in this period'));
      await expectVisible(details.getByText('According to the inventory, the device exports no flows.'));
    },
  );

  atNight('offers the runbook of the alarm as a link', async () => {
    const url = 'https://wiki.example/links?site=Rouen';
    const { search } = await open([
      values,
      reply(readAlarmHistory, { ...aHistory(alarm), runbook: { text: url, url } }),
    ]);
    const link = details.getByRole('link', { name: 'Open the runbook' });
    await expect.element(link).toHaveAttribute('href', url);
    await expect.element(link).toHaveAttribute('rel', 'noreferrer');
    expect(search().get('open')).toBe(alarm.id);
    expect(await axeFaults()).toEqual([]);
  });

  atNight('says the value and its time under the pointer and for each key', async () => {
    await open();
    await details.getByRole('button', { name: '1 h', exact: true }).click();
    const slider = details.getByRole('slider', { name: 'Time in the graph' });
    await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
    (slider.element() as HTMLElement).focus();
    const said = () => slider.element().getAttribute('aria-valuetext');
    await expect.poll(said).toMatch(/ · 85%$/);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(said).toMatch(/ · 95%$/);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(said).toMatch(/ · no value$/);
    await userEvent.keyboard('{Home}');
    await expect.poll(said).toMatch(/ · 40%$/);
    await expectVisible(details.getByText(/ · 40%$/));
    (slider.element() as HTMLElement).blur();
    await userEvent.hover(document.querySelector('.u-over')!, { position: { x: 2, y: 60 } });
    await expectVisible(details.getByText(/ · 40%$/));
  });

  atNight('keeps the chosen period for the next alarm', async () => {
    await open();
    await details.getByRole('button', { name: '7 d', exact: true }).click();
    const { server } = await open();
    await expect
      .poll(() => server.received(readAlarmSeries).at(-1)?.query)
      .toEqual({ from: END - 604_800, to: END });
    await expectVisible(details.getByText('Each point covers 1 hour'));
  });

  it('has the same height while it loads, without measures and after a failure, which it explains', async () => {
    const { server } = await open([reply(readAlarmSeries, pending)]);
    await expect.poll(area).not.toBeNull();
    const { height } = area().getBoundingClientRect();
    server.set(series([]));
    await details.getByRole('button', { name: '7 d', exact: true }).click();
    await expectVisible(details.getByText('No measures in this period'));
    expect(area().getBoundingClientRect().height).toBe(height);
    server.set(reply(readAlarmSeries, problem('TOO_MUCH_DATA')));
    await details.getByRole('button', { name: '1 h', exact: true }).click();
    await expectVisible(details.getByText('Loading failed'));
    server.set(values);
    await details.getByRole('button', { name: 'Try again' }).click();
    await expectVisible(graph);
    expect(area().getBoundingClientRect().height).toBe(height);
  });

  atNight('is drawn again in the colours of the other theme, in French', async () => {
    await open([values], { language: 'fr' });
    await expectVisible(graph);
    await expect.poll(() => isDrawn('accent')).toBe(true);
    showTheme('light');
    await expect.poll(() => isDrawn('accent')).toBe(true);
    await expectVisible(details.getByText('Valeur actuelle, mesurée jusqu’à', { exact: false }));
    expect(await axeFaults()).toEqual([]);
  });
});

describe('the details of an alarm', () => {
  it('say of which time their value is, and lead to the alarms of the device and the site', async () => {
    const { search } = await open();
    await expectVisible(details.getByText(/^Current value, measured until/));
    await details.getByRole('button', { name: 'Alarms of this device' }).click();
    await expect.poll(() => search().get('q')).toMatch(/^cpe-/);
    await details.getByRole('button', { name: 'Alarms of this site' }).click();
    await expect.poll(() => search().get('site')).toBe(String(alarm.site));
  });
});
