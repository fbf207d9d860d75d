import { describe, expect, it } from 'vitest';
import { isUnreachableThreshold, meansUnreachable } from '../../alerting/dependency.ts';
import { libraryDirectory } from '../../kpi/directory.ts';
import { AlarmDraft } from '../cockpit.ts';
import { alarmFaults, cockpitFaults, thresholdWarnings } from '../rules.ts';
import { allLevelsOf } from '../level/severity-levels.ts';
import { starterCockpit } from './starter-cockpit.ts';

const { alarms, ...cockpit } = starterCockpit;

describe('the cockpit that every installation starts with', () => {
  it('is one that a user could write: each alarm follows the rules next to the others', () => {
    expect(cockpitFaults(cockpit, alarms.length)).toEqual([]);
    for (const [at, alarm] of alarms.entries()) {
      expect(AlarmDraft.parse(alarm)).toEqual(alarm);
      const others = alarms.map((other, id) => ({ ...other, id }));
      const surroundings = { name: cockpit.name, alarms: others, kpis: libraryDirectory };
      expect([alarm.label, alarmFaults(alarm, surroundings, at)]).toEqual([alarm.label, []]);
      const facts = libraryDirectory.get(alarm.kpi)!;
      expect(thresholdWarnings(facts, alarm.threshold)).toEqual([]);
    }
  });

  it.each([
    ['device down', ['cpe_avail']],
    ['interface down', ['itf_avail']],
    ['exporter silent', ['cpe_export']],
    ['saturation in both directions, in two levels', ['itf_in_util', 'itf_out_util']],
    ['errors', ['itf_in_err', 'itf_out_err']],
    ['discards', ['itf_in_disc', 'itf_out_disc']],
    ['processor and memory', ['cpe_cpu', 'cpe_mem']],
    ['tunnel down', ['tun_avail']],
    ['loss of probes', ['sla_loss']],
  ])('has alarms for %s', (_, kpis) => {
    const isSaturation = kpis.includes('itf_in_util');
    for (const kpi of kpis) {
      const own = alarms.filter((alarm) => alarm.kpi === kpi && alarm.enabled);
      const levels = own.flatMap(allLevelsOf).map(({ threshold, severity }) => [threshold, severity]);
      expect(own).toHaveLength(1);
      if (isSaturation)
        expect(levels).toEqual([
          [80, 'minor'],
          [95, 'critical'],
        ]);
      else expect(levels).toHaveLength(1);
    }
  });

  it('raises nothing for one missed poll, clears nothing for one good measure, and keeps its state in a gap', () => {
    for (const { label, outliers, clearAfter, noDataMinutes } of alarms)
      expect([label, outliers >= 2, clearAfter >= 2, noDataMinutes >= 15]).toEqual([label, true, true, true]);
  });

  it('takes a device that is down for unreachable, so that the alarms below it follow from it', () => {
    const down = alarms.filter((alarm) => meansUnreachable(alarm));
    expect(down.map(({ label, threshold }) => [label, isUnreachableThreshold(threshold)])).toEqual([
      ['Device down', true],
    ]);
  });
});
