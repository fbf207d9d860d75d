import { setTimeout as pause } from 'node:timers/promises';
import { applyImport, createImport, listImports, readImport } from '#schemas/provisioning/routes.ts';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import type { StoryClient } from './story-client.ts';

const HEAD =
  'Client ID;Site;City;Country;Latitude;Longitude;Hostname;IP address;Vendor;Model;Port;Description;Bandwidth in';

/** Branches that open next month: imported before their routers are there. */
const openings = (client: string): string =>
  [
    `${HEAD};Networks`,
    `${client};Annecy branch;Annecy;France;45.90;6.13;annecy-r1;198.18.7.1;Cisco;ISR 1100;Gi0/0/0;Access;200M;198.18.71.0/24`,
    `${client};Annecy branch;;;;;annecy-r1;;;;Gi0/0/1;LAN;1G;`,
    `${client};Pau branch;Pau;France;43.30;-0.37;pau-r1;198.18.7.2;Cisco;ISR 1100;Gi0/0/0;Access;100M;198.18.72.0/24`,
  ].join('\r\n');

/** A list as an installer sent it: some lines cannot be right. */
const corrections = (client: string): string =>
  [
    HEAD,
    `${client};Annecy branch;;;;;annecy-r1;;;;Gi0/0/0;Access, fibre;500M`,
    `${client};Pau branch;;;;;pau-r1;198.18.7.300;;;Gi0/0/0;Access, fibre;`,
    `${client};Brest depot;Brest;France;;;;;;;;;`,
    `${client};Pau branch;;;;;pau-r1;;;;Gi0/0/1;LAN;fast`,
  ].join('\r\n');

const PAUSE_MS = 500;
const ROUNDS = 240;

/** The import once nothing works on it any more. */
async function settledImport({ call }: StoryClient, importId: number): Promise<ImportRun> {
  for (let round = 0; ; round += 1) {
    const { import: run } = await call(readImport, { params: { importId } });
    if ((run.state !== 'queued' && run.state !== 'running') || round === ROUNDS) return run;
    await pause(PAUSE_MS);
  }
}

interface StoryFile {
  readonly name: string;
  readonly text: string;
  readonly mode: 'file' | 'lines';
}

async function importFile(client: StoryClient, { name, text, mode }: StoryFile): Promise<void> {
  const query = { name, mode, removeMissing: 'false' as const };
  const { id } = await client.call(createImport, { query, body: new TextEncoder().encode(text) });
  const { state } = await settledImport(client, id);
  if (state !== 'ready') return;
  await client.call(applyImport, { params: { importId: id } });
  await settledImport(client, id);
}

/** Two imports of a customer, the second with lines in error. What was imported before stays as it is. */
export async function addImports(client: StoryClient, clientId: string): Promise<void> {
  const { imports } = await client.call(listImports);
  const known = new Set(imports.map(({ name }) => name));
  const files: readonly StoryFile[] = [
    { name: 'openings.csv', text: openings(clientId), mode: 'file' },
    { name: 'corrections.csv', text: corrections(clientId), mode: 'lines' },
  ];
  for (const file of files) if (!known.has(file.name)) await importFile(client, file);
}
