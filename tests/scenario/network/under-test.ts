import { NetworkFile } from '#schemas/inventory/network-file.ts';

/** Three customers of two sites each, and two alarms: one that everybody sees, one of restricted visibility. */
export const networkUnderTest = NetworkFile.parse({
  customers: ['acme', 'globex', 'initech'].map((clientId) => ({
    clientId,
    name: `Customer ${clientId}`,
    sites: [
      { name: `${clientId} one`, city: 'Lyon', region: 'South', latitude: 45.76, longitude: 4.84 },
      { name: `${clientId} two`, city: 'Lille', region: 'North', latitude: 50.63, longitude: 3.06 },
    ],
  })),
  cockpits: [
    {
      name: 'Lines',
      alarms: (['everyone', 'RESTRICTED'] as const).map((visibility) => ({
        label: `Saturated, for ${visibility}`,
        kpi: 'itf_in_util',
        threshold: visibility === 'everyone' ? 80 : 90,
        severity: 'critical',
        visibility,
      })),
    },
  ],
});
