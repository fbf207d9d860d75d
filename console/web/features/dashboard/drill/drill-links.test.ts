import { describe, expect, it } from 'vitest';
import type { KeyPart } from '#schemas/data/data-result-size.ts';
import { drillPlaces, elementAddress, selectedSites } from './drill-links.ts';

const site: KeyPart = { attribute: 'site', id: 4, name: 'Lyon' };
const port: KeyPart = { attribute: 'interface', id: 81, name: 'edge-1 · Gi0/1' };

describe('a row leads', () => {
  it('to the alarms and the page of its element, within the sites that are selected', () => {
    expect(drillPlaces({ key: [port] }, { sites: [2, 3], isOfFlows: false })).toEqual([
      {
        name: 'edge-1 · Gi0/1',
        attribute: 'interface',
        element: { kind: 'interface', id: 81 },
        alerts: { site: [2, 3], q: 'edge-1 Gi0/1' },
        isDeleted: false,
      },
    ]);
  });

  it('to its element and the site of it', () => {
    const places = drillPlaces({ key: [site, port] }, { sites: [2], isOfFlows: false });
    expect(places.map(({ alerts, element }) => [alerts, element])).toEqual([
      [
        { site: [4], q: 'edge-1 Gi0/1' },
        { kind: 'interface', id: 81 },
      ],
      [
        { site: [4], q: undefined },
        { kind: 'site', id: 4 },
      ],
    ]);
  });

  it('of traffic to the site at the other end, and to the page of the application at every site', () => {
    const key: KeyPart[] = [
      { attribute: 'application', id: 443, name: 'HTTPS' },
      { attribute: 'conversation', id: 7, name: 'Paris' },
    ];
    const places = drillPlaces({ key }, { sites: [], isOfFlows: true });
    expect(places.map(({ element }) => element && elementAddress(element))).toEqual(['7', 'n443']);
  });

  it('of a deleted element to its past alarms, by its last name, and to no page', () => {
    const key: KeyPart[] = [
      { ...site, deleted: true },
      { ...port, deleted: true },
    ];
    expect(
      drillPlaces({ key }, { sites: [2], isOfFlows: false }).map(({ alerts, element }) => [alerts, element]),
    ).toEqual([
      [{ site: [2], q: 'edge-1 Gi0/1' }, undefined],
      [{ site: [2], q: 'Lyon' }, undefined],
    ]);
  });

  it('nowhere where it stands for sites that the user does not see', () => {
    const hidden: KeyPart = { attribute: 'conversation', id: 0, name: null, hidden: true };
    expect(drillPlaces({ key: [hidden] }, { sites: [], isOfFlows: true })).toEqual([]);
  });
});

it('the sites that are selected are those of filters on sites', () => {
  expect(
    selectedSites({
      filters: [
        { element: 'site', ids: [3, 4] },
        { element: 'device', ids: [9] },
      ],
    }),
  ).toEqual([3, 4]);
});
