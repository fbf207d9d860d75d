import { describe, expect, it } from 'vitest';
import { deviceReason, placeReason, type MonitoredDevice, type UnmonitoredReason } from './monitoring.ts';

const measured: MonitoredDevice = { isCollected: true, hasSource: true, isRefused: false, hasData: true };

describe('a device is monitored', () => {
  it.each<readonly [string, Partial<MonitoredDevice>, boolean, UnmonitoredReason | undefined]>([
    ['while it is measured and a definition is active', {}, true, undefined],
    ['also as unavailable: its polls without a reply are measures', { hasData: true }, true, undefined],
    ['not without an active definition', {}, false, 'no definition'],
    ['not before anything of it was measured', { hasData: false }, true, 'no data'],
    ['not without a source', { hasData: false, hasSource: false }, true, 'no source'],
    [
      'not at an address that must not be called',
      { hasData: false, isRefused: true },
      true,
      'address refused',
    ],
    ['by its flows, also at an address that must not be called', { isRefused: true }, true, undefined],
    ['not while its collection is off', { isCollected: false }, true, 'deactivated'],
    ['not while it is off, whatever was measured before', { isCollected: false }, false, 'deactivated'],
    ['first of all by data: what lacks both needs data first', { hasData: false }, false, 'no data'],
  ])('%s', (_, change, hasDefinition, reason) => {
    expect(deviceReason({ ...measured, ...change }, hasDefinition)).toBe(reason);
  });
});

describe('a site or customer is monitored', () => {
  it.each<readonly [string, readonly (UnmonitoredReason | undefined)[], UnmonitoredReason | undefined]>([
    ['when one of its parts is', ['no data', undefined, 'deactivated'], undefined],
    ['not when none is, with their reason', ['no data', 'no data'], 'no data'],
    ['not when none is, with the reason to mend first', ['deactivated', 'no source'], 'no source'],
    ['not without parts', [], 'no device'],
    ['not when its parts are empty', ['no device', 'no device'], 'no device'],
  ])('%s', (_, parts, reason) => {
    expect(placeReason({ parts }, true)).toBe(reason);
  });

  it('by flows that no device of it exports, if a definition is active', () => {
    expect(placeReason({ parts: [], hasFlows: true }, true)).toBeUndefined();
    expect(placeReason({ parts: ['no source'], hasFlows: true }, false)).toBe('no definition');
  });

  it('not while its own collection is deactivated, whatever flows of it arrive', () => {
    expect(placeReason({ parts: [], hasFlows: true, isDeactivated: true }, true)).toBe('deactivated');
  });
});
