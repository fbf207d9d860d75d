import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { notificationMetrics } from '#engine/notification/notification-metrics.ts';
import { jobsMetrics } from '#engine/jobs/jobs-metrics.ts';
import { engineMetrics } from '#engine/worker/engine-metrics.ts';
import { discoveryMetrics } from '#ingest/discovery/discovery-metrics.ts';
import { collectorMetrics } from '#ingest/flow/collector-metrics.ts';
import { sdwanMetrics } from '#ingest/sdwan/sdwan-metrics.ts';
import { pollerMetrics } from '#ingest/snmp/poller-metrics.ts';
import { writerMetrics } from '#ingest/writer/writer-metrics.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { beatFigures } from '#schemas/health/process-beat.ts';
import { healthMetrics } from '#server/features/health/health-metrics.ts';
import { atNight } from '#tests/gate/at-night.ts';

const file = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Names of what every process exposes, as the text of `/metrics` has them. */
async function exposedNames(): Promise<ReadonlySet<string>> {
  const metrics = openMetrics({ defaults: true });
  for (const register of [
    notificationMetrics,
    engineMetrics,
    jobsMetrics,
    discoveryMetrics,
    collectorMetrics,
    sdwanMetrics,
    pollerMetrics,
    writerMetrics,
    healthMetrics,
  ])
    register(metrics);
  const text = await metrics.text();
  const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    typed.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
    ),
  );
}

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

const metricsIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/\b(?:telltale|nodejs|process)_[a-z\d_]+/g)].map(([name]) => name);

it('every metric of the alert rules and the dashboard exists', async () => {
  const exposed = await exposedNames();
  const rules = Rules.parse(parse(file('telltale.rules.yml'))).groups.flatMap((group) => group.rules);
  const panels = Dashboard.parse(JSON.parse(file('grafana-dashboard.json'))).panels;
  const named = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];
  expect(named.length).toBeGreaterThan(20);
  const missing = named.flatMap(([where, expr]) =>
    metricsIn(expr)
      .filter((name) => !exposed.has(name))
      .map((name) => `${where}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('every metric that heartbeats carry exists', async () => {
  const exposed = await exposedNames();
  expect(beatFigures.filter((name) => !exposed.has(name))).toEqual([]);
});

atNight('promtool accepts the alert rules and the scrape example', async () => {
  await Promise.resolve();
  for (const [kind, name] of [
    ['rules', 'telltale.rules.yml'],
    ['config', 'prometheus.yml'],
  ] as const) {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['check', kind, join(import.meta.dirname, name)],
      {
        encoding: 'utf8',
      },
    );
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')]);
  }
});
