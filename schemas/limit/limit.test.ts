import { describe, expect, it } from 'vitest';
import {
  automaticLogoutExemptions,
  CSRF_NAME,
  lockoutDefaults,
  passwordDefaults,
  RESET_LINK_MS,
  sessionLimits,
  TERMS_RETURN_DAYS,
} from './account.ts';
import {
  agentRules,
  collectionEffect,
  collectionPace,
  connectivity,
  connectivityOf,
  debugRecord,
  importLimits,
  sdwanDefaults,
} from './collection.ts';
import { preloading, tooltipDelay, reportLimits, reportPage } from './console.ts';
import {
  applicationDefaults,
  flowMapLimits,
  mapDefault,
  tableDashlet,
  TOP_BREAKDOWN_MAX_SITES,
} from './dashlet.ts';
import { maySelectMore, selectionLimits } from './selection.ts';

describe('business constants', () => {
  const table: readonly [string, unknown, unknown][] = [
    ['data is collected every 5 minutes', collectionPace.collectEveryMs, 300_000],
    ['alarm status is evaluated every 5 minutes', collectionPace.evaluateEveryMs, 300_000],
    ['automatic refresh is every 5 minutes', collectionPace.refreshEveryMs, 300_000],
    ['activation takes effect within 10 to 15 minutes', collectionEffect, { minMinutes: 10, maxMinutes: 15 }],
    [
      'a manager over 10 seconds is slow, at 30 unavailable',
      connectivity,
      { lagMs: 10_000, timeoutMs: 30_000 },
    ],
    ['the default collection sub-network is 1', sdwanDefaults.recipientId, 1],
    ['the default internet underlay is INTERNET', sdwanDefaults.internetUnderlay, 'INTERNET'],
    ['Cisco defines 22 TLOC colors', sdwanDefaults.tlocColors, 22],
    ['an agent index is 3 characters', agentRules.indexCharacters, 3],
    ['a debug record stops after an hour', debugRecord.defaultDurationMs, 3_600_000],
    ['a debug record may last 24 hours', debugRecord.maxDurationMs, 86_400_000],
    ['a debug record stops at 1 GB', debugRecord.maxBytes, 1e9],
    ['debug records are kept 7 days', debugRecord.retentionDays, 7],
    ['an import has at most 50 MB', importLimits.maxBytes, 50e6],
    ['a top breakdown shows 30 sites', TOP_BREAKDOWN_MAX_SITES, 30],
    [
      'a table has 30 columns, 100 to 10,000 lines',
      tableDashlet,
      { maxColumns: 30, defaultLines: 100, maxLines: 10_000 },
    ],
    ['a flow map has 50 sites and 5 KPIs', flowMapLimits, { maxSites: 50, maxKpis: 5 }],
    ['the map starts over France', mapDefault, { center: [2.35, 46.6], zoom: 4.5 }],
    [
      '500 custom applications, slow from 3,000 ms',
      applicationDefaults,
      { maxPerCustomer: 500, slownessMarkerMs: 3_000 },
    ],
    [
      '200 report pages, 200 further sheets of tables, resolved every 500 ms, 50 undo steps',
      reportLimits,
      { maxPages: 200, maxTableSheets: 200, resolvingIntervalMs: 500, undoSteps: 50 },
    ],
    [
      '5 roles are compared and 100 profiles selected',
      selectionLimits,
      { maxRolesCompared: 5, maxProfiles: 100 },
    ],
    [
      'a session ends after 30 minutes idle and 12 hours',
      sessionLimits,
      { idleMs: 1_800_000, absoluteMs: 43_200_000 },
    ],
    ['a reset link lives 60 minutes', RESET_LINK_MS, 3_600_000],
    [
      '5 failures or 90 days lock an account',
      lockoutDefaults,
      { maxFailures: 5, lockMinutes: 15, inactivityDays: 90 },
    ],
    [
      'a password has 12 to 128 characters',
      [passwordDefaults.minCharacters, passwordDefaults.maxCharacters],
      [12, 128],
    ],
    ['the terms name a 15-day return window', TERMS_RETURN_DAYS, 15],
    ['tooltips show after 300 ms and hide at once', tooltipDelay, { showMs: 300, hideMs: 0 }],
    [
      'preloading starts after 1000 ms, every 500 ms, with 45 ms idle',
      preloading,
      { startMs: 1_000, intervalMs: 500, minIdleMs: 45 },
    ],
    ['header and cookie have one name', CSRF_NAME, 'X-CSRF-Token'],
    [
      'four routes do not sign out on 401',
      automaticLogoutExemptions,
      ['/internalLogin', '/authProviders', '/requestPasswordReset', '/resetPassword'],
    ],
  ];
  it.each(table)('%s', (_title, actual, expected) => {
    expect(actual).toEqual(expected);
  });

  it('portrait is landscape with width and height swapped', () => {
    const { landscape, portrait } = reportPage;
    expect([landscape.widthPx, landscape.heightPx]).toEqual([1_123, 794]);
    expect([portrait.widthPx, portrait.heightPx]).toEqual([794, 1_123]);
  });
});

describe('limits', () => {
  it.each([
    [0, 'available'],
    [10_000, 'available'],
    [10_001, 'ok with lag'],
    [29_999, 'ok with lag'],
    [30_000, 'unavailable'],
    [null, 'unavailable'],
  ] as const)('a manager that replies after %s ms is %s', (responseMs, state) => {
    expect(connectivityOf(responseMs)).toBe(state);
  });

  it.each([
    [4, selectionLimits.maxRolesCompared, true],
    [5, selectionLimits.maxRolesCompared, false],
    [99, selectionLimits.maxProfiles, true],
    [100, selectionLimits.maxProfiles, false],
  ] as const)('with %d selected of at most %d, one more: %s', (selected, max, more) => {
    expect(maySelectMore(selected, max)).toBe(more);
  });
});
