import { describe, expect, it } from 'vitest';
import type { ExporterReport } from '#schemas/collector/exporter-report.ts';
import { byIssues, lossesOf, matchesExporter, issuesOf } from './exporter-issues.ts';

const NOW = Date.UTC(2026, 0, 5);
const report = (change: Partial<ExporterReport> = {}): ExporterReport => ({
  customer: 1,
  customerName: 'Acme',
  device: 2,
  deviceName: 'edge-paris',
  address: '192.0.2.1',
  domain: 7,
  collector: 'collector',
  packets: 9,
  bytes: 9,
  records: 9,
  recordsPerSecond: 1,
  lastExport: NOW,
  skewMs: 20,
  correctionMs: 0,
  timesReplaced: 0,
  lost: 0,
  duplicates: 0,
  restarts: 0,
  unknownTemplate: 0,
  samplesLost: 0,
  samplesDropped: 0,
  samplesNotIp: 0,
  flowBytes: 9,
  duplicateBytes: 0,
  otherSiteBytes: 0,
  sampledBytes: {},
  quarantined: 0,
  quarantinedBytes: 0,
  exporterSent: 0,
  exporterNotSent: 0,
  exporterIgnored: 0,
  errors: {},
  templates: [],
  unknownElements: {},
  ...change,
});

describe('an exporter', () => {
  it.each([
    ['with a last datagram eleven minutes ago', { lastExport: NOW - 660_000 }, ['idle']],
    ['with rejected datagrams', { errors: { 'length wrong': 2 } }, ['rejected']],
    ['with an unknown sampler', { sampledBytes: { unknown: 4, '1000': 5 } }, ['sampler']],
    ['with flows set aside', { quarantined: 1 }, ['quarantine']],
    ['with a missing template', { unknownTemplate: 1 }, ['templates']],
    ['with records lost in transit', { lost: 3 }, ['lost']],
    ['that could not send every flow', { exporterNotSent: 3 }, ['lost']],
    ['with a corrected clock', { correctionMs: -7_200_000 }, ['clock']],
    ['with unknown elements', { unknownElements: { '25506/12': 4 } }, ['unknownElements']],
    ['without issues', {}, []],
  ])('%s has its issues', (_, change, signs) => {
    expect(issuesOf(report(change), NOW)).toEqual(signs);
  });

  it('counts losses in transit, in the exporter and by sampling', () => {
    expect(lossesOf(report({ lost: 1, exporterNotSent: 2, samplesLost: 3, samplesDropped: 4 }))).toBe(10);
  });

  it('with issues comes first, then the busiest', () => {
    const list = [report({ records: 1 }), report({ records: 5 }), report({ records: 0, lost: 1 })];
    expect(byIssues(list, NOW).map(({ records }) => records)).toEqual([0, 5, 1]);
  });

  it.each(['PARIS', 'acme', '192.0', '7'])('is found by %s', (text) => {
    expect(matchesExporter(report(), text)).toBe(true);
  });
});
