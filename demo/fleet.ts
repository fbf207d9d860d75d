import { cities, type City, type Region } from './cities.ts';
import { customerSketches, type CustomerSketch } from './customers.ts';
import { hardware, type Hardware } from './snmp/hardware.ts';
import type { Fleet, FleetDevice, FleetOptions, FleetPort } from './model.ts';
import { randomSequence, unitAt, type RandomSequence } from './random.ts';

const MBPS = 1_000_000;
/** Contracts as they are sold, by how often. */
const CONTRACTS_MBPS = { 10: 2, 20: 4, 50: 6, 100: 7, 200: 4, 500: 2, 1000: 1 } as const;
const MOST_SITES = 65_000;

/** Customers in addition to the sketches, for benchmarks: the same companies again with a number. */
function sketches(count: number): readonly CustomerSketch[] {
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / customerSketches.length);
    const sketch = customerSketches[index % customerSketches.length] as CustomerSketch;
    if (round === 0) return sketch;
    const suffix = String(round + 1);
    return { ...sketch, clientId: `${sketch.clientId}-${suffix}`, name: `${sketch.name} ${suffix}` };
  });
}

/** How many sites each customer has: at least one, the others by weight. */
function shares(customers: readonly CustomerSketch[], sites: number): readonly number[] {
  const total = customers.reduce((sum, { weight }) => sum + weight, 0);
  const counts = customers.map(({ weight }) => Math.max(1, Math.floor((weight / total) * sites)));
  let left = sites - counts.reduce((sum, count) => sum + count, 0);
  for (let at = 0; left > 0; at = (at + 1) % counts.length, left--) counts[at] = (counts[at] ?? 0) + 1;
  return counts;
}

const citiesOf = (region: Region): readonly City[] => cities.filter((city) => city.region === region);

/** A city of the customer's regions, one it is not in yet as long as there is one. */
function nextCity(chance: RandomSequence, sketch: CustomerSketch, used: ReadonlySet<string>): City {
  for (let attempt = 0; attempt < 12; attempt++) {
    const region = chance.weighted(sketch.regions);
    const fresh = citiesOf(region).filter(({ name }) => !used.has(name));
    const [first, ...others] = fresh.length > 0 ? fresh : citiesOf(region);
    if (first !== undefined && (fresh.length > 0 || attempt > 9)) return chance.pick([first, ...others]);
  }
  const [first] = cities;
  if (first === undefined) throw new RangeError('there is no city');
  return first;
}

function accessPort(chance: RandomSequence, name: string, line: string): FleetPort {
  const contractBps = Number(chance.weighted(CONTRACTS_MBPS)) * MBPS;
  const busy = chance.between(0.1, 0.2);
  return {
    index: 1,
    name,
    alias: line,
    role: 'access',
    speedBps: 1_000 * MBPS,
    contractBps,
    meanInBps: contractBps * busy,
    meanOutBps: contractBps * busy * chance.between(0.35, 0.8),
  };
}

interface Line {
  readonly site: string;
  readonly carrier: string;
}

function ports(
  chance: RandomSequence,
  { ports: names }: Hardware,
  { site, carrier }: Line,
): readonly FleetPort[] {
  const access = accessPort(chance, names[0], `${carrier} access ${site}`);
  const lan = (index: number, name: string, share: number): FleetPort => ({
    index,
    name,
    alias: index === 2 ? 'LAN users' : 'LAN servers',
    role: 'lan',
    speedBps: 1_000 * MBPS,
    contractBps: undefined,
    // What comes in from the provider goes out to the LAN; a gigabit is never filled by that.
    meanInBps: Math.min(access.meanOutBps * share, 180 * MBPS),
    meanOutBps: Math.min(access.meanInBps * share, 180 * MBPS),
  });
  const backup: FleetPort = {
    index: 3,
    name: names[2],
    alias: `Backup ${site}`,
    role: 'backup',
    speedBps: 100 * MBPS,
    contractBps: 20 * MBPS,
    meanInBps: 0.2 * MBPS,
    meanOutBps: 0.1 * MBPS,
  };
  const hasBackup = chance.unit() < 0.45;
  const hasServers = chance.unit() < 0.25;
  return [
    access,
    lan(2, names[1], hasServers ? 0.7 : 1),
    ...(hasBackup ? [backup] : []),
    ...(hasServers ? [lan(4, names[3], 0.3)] : []),
  ];
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

/** Device `index` (from 0) as the last octets of a loopback or site prefix. */
const octets = (index: number): string => `${String(index >>> 8)}.${String(index & 0xff)}`;

interface Draft {
  readonly index: number;
  /** Index of the customer's first device. */
  readonly hub: number;
  readonly sketch: CustomerSketch;
  readonly city: City;
  readonly site: string;
}

const CARRIERS = ['Norlink', 'Cetara', 'Alpitel'] as const;
/** Positions of drawn numbers that belong to no sequence. */
const CARRIER = 77;

const carrierOf = (seed: number, index: number): string =>
  CARRIERS[Math.floor(unitAt(seed, index, CARRIER) * CARRIERS.length)] ?? CARRIERS[0];

function deviceOf(seed: number, { index, hub, sketch, city, site }: Draft): FleetDevice {
  const chance = randomSequence(seed * 7919 + index * 104_729);
  const make = chance.pick(hardware);
  const carrier = carrierOf(seed, index);
  const isMeasured = make.vendor === 'Cisco' && make.flows === 'ipfix';
  const shift = (): number => chance.between(-0.04, 0.04);
  return {
    index,
    customer: sketch.clientId,
    site,
    city,
    latitude: Number((city.latitude + shift()).toFixed(4)),
    longitude: Number((city.longitude + shift()).toFixed(4)),
    network: `10.${octets(index)}`,
    name: `${plain(site)}-r1`,
    address: `127.1.${octets(index + 1)}`,
    hub: `127.1.${octets(hub + 1)}`,
    vendor: make.vendor,
    model: make.model,
    description: make.description,
    objectId: make.objectId,
    rhythm: sketch.rhythm,
    carrier,
    flows: {
      protocol: make.flows,
      sampling: chance.unit() < 0.2 && !isMeasured ? 100 : 1,
      isMeasured,
      fault: undefined,
    },
    ports: ports(chance, make, { site, carrier }),
  };
}

function draftsOf(
  chance: RandomSequence,
  sketch: CustomerSketch,
  count: number,
): readonly Omit<Draft, 'index' | 'hub'>[] {
  const used = new Set<string>();
  const names = new Map<string, number>();
  const [head, ...others] = sketch.places;
  return Array.from({ length: count }, (_, at) => {
    const city = nextCity(chance, sketch, used);
    used.add(city.name);
    const place = at === 0 ? head : chance.pick([others[0] ?? head, ...others.slice(1)]);
    const name = `${city.name} ${place}`;
    const times = (names.get(name) ?? 0) + 1;
    names.set(name, times);
    return { sketch, city, site: times === 1 ? name : `${name} ${String(times)}` };
  });
}

/** What a customer contracted altogether: the access lines of its sites, outwards half of it. */
function contractedOf(
  devices: readonly FleetDevice[],
): Pick<Fleet['customerList'][number], 'contractedInBps' | 'contractedOutBps'> {
  const contractedInBps = devices.reduce((sum, { ports: [access] }) => sum + (access?.contractBps ?? 0), 0);
  return { contractedInBps, contractedOutBps: contractedInBps / 2 };
}

/** The simulated provider: the same options give the same network, to the last port. Throws a RangeError past 65,000 sites. */
export function buildFleet({ customers, sites, seed, startedMs }: FleetOptions): Fleet {
  if (sites > MOST_SITES) throw new RangeError(`at most ${String(MOST_SITES)} sites`);
  const list = sketches(Math.min(customers, sites));
  const counts = shares(list, sites);
  const chance = randomSequence(seed);
  const drafts = list.flatMap((sketch, at) => draftsOf(chance, sketch, counts[at] ?? 1));
  const hubs = new Map<CustomerSketch, number>();
  for (const [index, { sketch }] of drafts.entries()) if (!hubs.has(sketch)) hubs.set(sketch, index);
  const devices = drafts.map((draft, index) =>
    deviceOf(seed, { ...draft, index, hub: hubs.get(draft.sketch) ?? index }),
  );
  return {
    customers: list.length,
    sites,
    seed,
    startedMs,
    customerList: list.map(({ clientId, name, profile }) => ({
      clientId,
      name,
      profile,
      ...contractedOf(devices.filter(({ customer }) => customer === clientId)),
    })),
    devices,
  };
}
