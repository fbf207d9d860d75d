import { expect, it } from 'vitest';
import type { FlowMapLink, FlowMapNode } from '#schemas/flowmap/flow-map.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import { exchangedOf, linksOf, neighbourRows } from './neighbour-rows.ts';
import { boundsOfNodes } from './placed-nodes.ts';

const arc = (one: number, other: number, forth: number, back: number) => ({
  one,
  other,
  forth,
  back,
  classes: [],
  values: [],
});
const link = (element: number, one: number, other: number, device = 0): FlowMapLink => ({
  kind: 'tunnel',
  latency: null,
  loss: null,
  load: null,
  element,
  one,
  other,
  device,
  name: `tunnel ${String(element)}`,
});
const node = (id: number): FlowMapNode => ({
  id,
  name: `site ${String(id)}`,
  city: '',
  longitude: 1,
  latitude: 2,
  deleted: false,
});

it('traffic of a site has a rate for each direction, and traffic within it has no neighbour', () => {
  const arcs = [arc(0, 5, 10, 20), arc(5, 8, 30, 40), arc(5, 5, 1, 1), arc(7, 8, 1, 1)];
  expect(exchangedOf(arcs, 5)).toEqual([
    { site: 0, out: 20, in: 10 },
    { site: 8, out: 30, in: 40 },
  ]);
});

it.each([
  ['a site', { kind: 'site', id: 5 }, [8, 9]],
  ['a device', { kind: 'device', id: 50 }, [8]],
  ['a tunnel', { kind: 'tunnel', id: 2 }, [9]],
  ['an interface', { kind: 'interface', id: 2 }, []],
] as const)('links of %s lead to its far ends', (_, { kind, id }, expected) => {
  const links = [link(1, 5, 8, 50), link(2, 9, 5, 90), link(3, 8, 9, 50)];
  expect(linksOf(links, { kind, id, site: 5 }).map(({ far }) => far)).toEqual(expected);
});

it('neighbours with most traffic come first, what stands for many places last', () => {
  const found = neighbourRows({
    exchanged: [
      { site: 0, in: 900, out: 900 },
      { site: 8, in: 1, out: 2 },
      { site: HIDDEN_SITE, in: 500, out: null },
      { site: 9, in: 70, out: null },
    ],
    links: [{ far: 7, link: link(1, 5, 7) }],
    nodes: [node(7), node(8)],
  });
  expect(found.map(({ site }) => site)).toEqual([9, 8, 7, 0, HIDDEN_SITE]);
  expect(found.map((each) => each.node?.name)).toEqual([undefined, 'site 8', 'site 7', undefined, undefined]);
  expect(found[2]).toMatchObject({ in: null, links: [{ element: 1 }] });
});

it('the map of neighbours has room for the names of places at its edges, within the world', () => {
  const at = (longitude: number, latitude: number) => ({ ...node(1), longitude, latitude });
  const [west = 0, south, east = 0, north] = boundsOfNodes([at(0, 40), at(10, 50)]) ?? [];
  expect([west < 0, south, east > 10, north]).toEqual([true, 40, true, 50]);
  expect(boundsOfNodes([at(-179, 0), at(179, 0)])).toEqual([-180, 0, 180, 0]);
  expect(boundsOfNodes([at(3, 45)])).toEqual([3, 45, 3, 45]);
  expect(boundsOfNodes([])).toBeUndefined();
});
