import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { accessOf } from '#platform/inventory/snmp-access.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { ExporterHint } from '#schemas/collector/exporter-hint.ts';
import { addressBits, prefixBits } from '#schemas/address/address-bits.ts';
import { proposeDevice, type DeviceProposal } from '#schemas/inventory/device-proposal.ts';
import type { Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import type { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { readCredentials } from '../import/import-credentials.ts';
import { probeSystem } from './read-device-interfaces.ts';

interface Needs {
  readonly db: Db;
  readonly bus: Pick<Bus, 'request' | 'requestAll'>;
  readonly secrets: SecretBox;
  readonly inventory: Pick<InventoryCache, 'current'>;
}

/** Collectors reply within milliseconds; how many there are is not known, so all of the time is waited for. */
const HINT_TIMEOUT_MS = 500;
/** Credentials that are tried: those that most devices of the customer follow. */
const MAX_CREDENTIALS = 2;

/** The site whose network contains the address, by longest prefix. */
export function siteOfAddress({ sites }: Pick<Inventory, 'sites'>, address: string): SiteEntry | undefined {
  const bits = addressBits(address);
  let found: { readonly site: SiteEntry; readonly length: number } | undefined;
  if (bits === undefined) return undefined;
  for (const site of sites.values())
    for (const network of site.networks) {
      // Of another family: 32 bits never start with more.
      const prefix = network.includes(':') === address.includes(':') ? prefixBits(network) : undefined;
      if (prefix === undefined || !bits.startsWith(prefix)) continue;
      if (found === undefined || prefix.length > found.length) found = { site, length: prefix.length };
    }
  return found?.site;
}

const nothing = { templates: 0, optionsTemplates: 0, rates: [], interfaces: [] };

/** What the collector that knows most of the exporter has learned. Nothing without a collector: the form is filled in by hand. */
async function readHint(bus: Needs['bus'], address: string): Promise<Omit<ExporterHint, 'collector'>> {
  const hints: ExporterHint[] = [];
  const isEnough = (reply: Uint8Array): boolean => {
    hints.push(ExporterHint.parse(unpackJson(reply)));
    return false;
  };
  const options = { timeoutMs: HINT_TIMEOUT_MS, isEnough };
  await bus.requestAll(subjects.exporterHint, JSON.stringify({ address }), options).catch(() => undefined);
  const [best] = hints.toSorted(
    (one, other) =>
      other.templates + other.optionsTemplates - (one.templates + one.optionsTemplates) ||
      other.interfaces.length - one.interfaces.length,
  );
  if (best === undefined) return nothing;
  const { collector: _, ...hint } = best;
  return hint;
}

/** Credentials that devices of a customer follow, the most used first. */
async function credentialsOf(
  { db, secrets }: Needs,
  customer: number,
): Promise<readonly (readonly [name: string, access: SnmpSettings])[]> {
  const used = await db
    .selectFrom('device')
    .innerJoin('network_element as element', 'element.id', 'device.id')
    .innerJoin('snmp_credential as credential', 'credential.id', 'device.snmp_credential_id')
    .select(({ fn }) => ['credential.name', fn.countAll<string>().as('devices')])
    .where('element.customer_id', '=', customer)
    .groupBy('credential.name')
    .orderBy('devices', 'desc')
    .limit(MAX_CREDENTIALS)
    .execute();
  const stored = await db.transaction().execute((tx) => readCredentials(tx, secrets));
  return used.flatMap(({ name }) => {
    const cells = stored.get(nameKey(name))?.cells;
    const access = cells && accessOf(cells);
    return access === undefined ? [] : [[name, access] as const];
  });
}

/** A stored credential may be named by those who may read credentials. */
const mayRead = ({ permissions }: Caller): boolean => permissions.has('SETTINGS.SNMP.read');

async function readBySnmp(needs: Needs, address: string, customer: number) {
  for (const [credential, access] of await credentialsOf(needs, customer)) {
    const { ok, name, description } = await probeSystem(needs, address, access);
    if (ok) return { credential, snmp: { name, description } };
  }
  return { credential: '', snmp: null };
}

/** `exporter-192-0-2-7`, where nothing else is known. */
const nameOfAddress = (address: string): string => `exporter-${address.replaceAll(/[.:]+/g, '-')}`;

/** What fills in the form of an exporter to adopt. */
export function proposeDevicePlugin(app: FastifyInstance, needs: Needs): void {
  serve(app, proposeDevice, async ({ caller, query: { address } }): Promise<DeviceProposal> => {
    const site = siteOfAddress(needs.inventory.current, address);
    const [hint, read] = await Promise.all([
      readHint(needs.bus, address),
      site !== undefined && mayRead(caller)
        ? readBySnmp(needs, address, site.customer)
        : { credential: '', snmp: null },
    ]);
    return {
      customer: site?.customer ?? null,
      site: site?.id ?? null,
      ...read,
      name: read.snmp?.name === undefined || read.snmp.name === '' ? nameOfAddress(address) : read.snmp.name,
      ...hint,
    };
  });
}
