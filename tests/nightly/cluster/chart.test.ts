import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { release } from '#platform/lifecycle/release.ts';
import { chartFiles } from '../../../deploy/deployment/chart-values.ts';
import { plannedTiers } from '../../../deploy/deployment/tier-plan.ts';

const LIBRARIES = '/usr/share/gocode/src/github.com/Masterminds/sprig';
const LIMIT_MS = 600_000;

const Labels = z.record(z.string(), z.string());
const Variable = z.looseObject({ name: z.string(), value: z.string().optional() });
const Container = z.looseObject({
  args: z.array(z.string()),
  envFrom: z.array(z.looseObject({ secretRef: z.object({ name: z.string() }).optional() })),
  env: z.array(Variable).default([]),
  ports: z.array(z.looseObject({ name: z.string() })).default([]),
  securityContext: z.looseObject({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
  }),
  resources: z.looseObject({ limits: z.looseObject({ memory: z.string() }) }),
});
const Pod = z.looseObject({
  metadata: z.looseObject({ labels: Labels }),
  spec: z.looseObject({
    automountServiceAccountToken: z.literal(false),
    securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
    containers: z.array(Container).min(1),
  }),
});
const name = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
const Resource = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name, labels: Labels }),
  spec: z.looseObject({}).optional(),
});
const Workload = z.looseObject({
  replicas: z.number(),
  selector: z.looseObject({ matchLabels: Labels }),
  template: Pod,
});
const Service = z.looseObject({
  selector: Labels,
  ports: z.array(z.looseObject({ targetPort: z.string(), protocol: z.string() })),
});

const folder = mkdtempSync(join(tmpdir(), 'telltale-chart-'));
const program = join(folder, 'render');
beforeAll(() => {
  if (!existsSync(LIBRARIES))
    throw new Error(
      'no Sprig: apt-get install --no-install-recommends golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev',
    );
  const env = {
    ...process.env,
    GOPATH: '/usr/share/gocode',
    GO111MODULE: 'off',
    GOCACHE: join(folder, 'cache'),
  };
  const built = spawnSync('go', ['build', '-o', program, 'tests/nightly/cluster/chart/render.go'], {
    encoding: 'utf8',
    env,
  });
  if (built.status !== 0) throw new Error(built.stderr);
}, LIMIT_MS);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Renders the chart with other values in place of some. */
function rendered(change: Readonly<Record<string, unknown>> = {}, size = { workers: 1, partitions: 4 }) {
  const values = parse(chartFiles(size)['values.yaml'] ?? '') as object;
  const root = {
    Values: { ...values, ...change },
    Chart: { Name: 'telltale', Version: release, AppVersion: release },
    Release: { Name: 'noc', Service: 'Helm' },
  };
  const file = join(folder, 'root.json');
  writeFileSync(file, JSON.stringify(root));
  return spawnSync(program, ['deploy/chart/templates', file], { encoding: 'utf8' });
}
function resources(...given: Parameters<typeof rendered>) {
  const { status, stdout, stderr } = rendered(...given);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout)
    .map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as unknown;
    })
    .filter((value) => value !== null)
    .map((value) => Resource.parse(value));
}
const workloads = (...given: Parameters<typeof rendered>) =>
  resources(...given)
    .filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
    .map(({ kind, metadata, spec }) => ({ kind, name: metadata.name, ...Workload.parse(spec) }));

describe('the Helm chart, rendered by the template engine of Helm', () => {
  it.each([1, 3])('has every process, not as root and on a read-only file system: %s workers', (workers) => {
    const all = workloads({}, { workers, partitions: 4 });
    const of = (tier: string) =>
      all.filter(({ template }) => template.metadata.labels['app.kubernetes.io/component'] === tier);
    for (const tier of plannedTiers) {
      const pods = of(tier).reduce((sum, { replicas }) => sum + replicas, 0);
      expect({ tier, pods }).toEqual({
        tier,
        pods: tier === 'server' ? 2 : tier === 'discovery' ? 1 : workers,
      });
      const [container] = of(tier)[0]?.template.spec.containers ?? [];
      expect(container?.envFrom.map(({ secretRef }) => secretRef?.name)).toContain(`telltale-${tier}`);
    }
  });

  it('names no two resources of a kind alike, and selects the pods that it makes, and no others', () => {
    const all = resources({}, { workers: 3, partitions: 4 });
    const names = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    const sets = workloads({}, { workers: 3, partitions: 4 });
    for (const { name: own, selector } of sets) {
      const selected = sets.filter(({ template }) =>
        Object.entries(selector.matchLabels).every(
          ([label, value]) => template.metadata.labels[label] === value,
        ),
      );
      expect(selected.map((one) => one.name)).toEqual([own]);
    }
  });

  it('leads services to ports that their pods have, UDP with the address of the exporter', () => {
    const pods = workloads().map(({ template }) => template);
    const services = resources().filter(({ kind }) => kind === 'Service');
    expect(services.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'noc-telltale-collector',
      'noc-telltale-server',
    ]);
    for (const { spec } of services) {
      const { selector, ports } = Service.parse(spec);
      const [pod] = pods.filter(({ metadata }) =>
        Object.entries(selector).every(([label, value]) => metadata.labels[label] === value),
      );
      const known = pod?.spec.containers.flatMap((one) => one.ports.map((port) => port.name));
      expect(known).toEqual(ports.map(({ targetPort }) => targetPort));
      if (ports.some(({ protocol }) => protocol === 'UDP'))
        expect(spec?.['externalTrafficPolicy']).toBe('Local');
    }
  });

  it('has an ingress where one is enabled, which needs a host', () => {
    const kinds = (enabled: object) => resources({ ingress: enabled }).map(({ kind }) => kind);
    const off = { enabled: false, className: '', host: '', tlsSecret: '', annotations: {} };
    expect(kinds(off)).not.toContain('Ingress');
    expect(kinds({ ...off, enabled: true, host: 'noc.example.net', tlsSecret: 'noc' })).toContain('Ingress');
    expect(rendered({ ingress: { ...off, enabled: true } }).stderr).toContain(
      'ingress.host is the name of the console',
    );
  });
});
