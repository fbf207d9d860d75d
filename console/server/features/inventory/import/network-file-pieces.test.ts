import { expect, it } from 'vitest';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { AssembledFile, filePieces } from './network-file-pieces.ts';

const device = (site: number, at: number) => ({
  name: `device ${String(at)}`,
  address: `10.${String(site)}.${String(at >> 8)}.${String(at & 255)}`,
  exporters: [`10.${String(site)}.${String(at >> 8)}.${String(at & 255)}`],
  interfaces: Array.from({ length: at % 4 }, (_, port) => ({ name: `eth${String(port)}` })),
});
const file = NetworkFile.parse({
  customers: [
    { clientId: 'none', name: 'None', sites: [] },
    {
      clientId: 'many',
      name: 'Many',
      sites: [1, 2, 3].map((site) => ({
        name: `site ${String(site)}`,
        latitude: 45,
        longitude: 5,
        networks: [`10.${String(site)}.0.0/16`],
        devices: Array.from({ length: 700 }, (_, at) => device(site, at)),
      })),
    },
  ],
});

it('a network file is reassembled as it was taken apart', () => {
  const full = new AssembledFile();
  for (const pieces of filePieces(file)) full.add(structuredClone(pieces));
  expect(full.value).toEqual(file);
});

it('a large network file is handed over in several turns, none of them with more than a thousand objects', () => {
  const turns = filePieces(file);
  expect(turns.length).toBeGreaterThan(4);
  for (const pieces of turns) expect(pieces.length).toBeLessThanOrEqual(1_000);
});
