import type { DeviceCounters } from './counters.ts';
import type { Incident } from './incidents.ts';
import type { Fleet, FleetDevice } from './model.ts';
import { bitsAt, unitAt } from './random.ts';
import { BACKUP_PORT, COLD_CHAIN_PORT } from './story/plot.ts';

/** A flow as a router saw it. Times in seconds after the origin; addresses as 32-bit numbers. */
export interface FlowRecord {
  readonly firstS: number;
  readonly lastS: number;
  readonly source: number;
  readonly destination: number;
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly protocol: number;
  readonly tos: number;
  readonly tcpFlags: number;
  /** ifIndex. */
  readonly input: number;
  readonly output: number;
  /** 0 ingress, 1 egress, as seen from the access port. */
  readonly direction: 0 | 1;
  /** RFC 6759: engine in the upper 8 of 32 bits. */
  readonly application: number;
  /** Before sampling. */
  readonly octets: number;
  readonly packets: number;
  /** Responses of the server, and the milliseconds that they took together. */
  readonly responses: number;
  readonly responseMs: number;
}

interface Application {
  /** Name in the router's own table. */
  readonly name: string;
  readonly description: string;
  readonly weight: number;
  readonly protocol: number;
  readonly port: number;
  readonly tos: number;
  /** Engine 3 (IANA layer 4: the port) or 13 (NBAR2) and selector. */
  readonly id: number;
  /** Share of its flows towards other sites of the customer. */
  readonly insideShare: number;
  readonly packetBytes: number;
}

const iana = (port: number): number => 3 * 2 ** 24 + port;
const nbar = (selector: number): number => 13 * 2 ** 24 + selector;
const TCP = 6;
const UDP = 17;
const application = (
  [name, description]: readonly [string, string],
  [protocol, port, id]: readonly [number, number, number],
  [weight, tos, insideShare, packetBytes]: readonly [number, number, number, number],
): Application => ({ name, description, weight, protocol, port, id, tos, insideShare, packetBytes });

/** What offices, shops and plants send: weights are parts of the flows. TOS is the whole byte. */
const applications: readonly Application[] = [
  application(['ssl', 'Secure Web'], [TCP, 443, nbar(453)], [34, 0, 0.1, 900]),
  application(['quic', 'QUIC transport'], [UDP, 443, nbar(1197)], [12, 0, 0, 1_000]),
  application(['dns', 'Domain Name System'], [UDP, 53, iana(53)], [10, 0, 0.5, 120]),
  application(['microsoft-ds', 'Windows file sharing'], [TCP, 445, iana(445)], [8, 0x28, 1, 1_100]),
  application(['ms-teams', 'Microsoft Teams meetings'], [UDP, 3478, nbar(1_410)], [6, 0x88, 0.1, 700]),
  application(['rtp', 'Real-time transport of voice'], [UDP, 16_384, nbar(61)], [6, 0xb8, 0.7, 214]),
  application(['http', 'World Wide Web'], [TCP, 80, iana(80)], [5, 0, 0.2, 850]),
  application(['ms-wbt-server', 'Remote desktop'], [TCP, 3389, iana(3389)], [4, 0x48, 0.9, 500]),
  application(['ms-sql-s', 'Microsoft SQL Server'], [TCP, 1433, iana(1433)], [4, 0x48, 1, 600]),
  application(['imaps', 'Mail over TLS'], [TCP, 993, iana(993)], [4, 0x28, 0.3, 700]),
  application(['ssh', 'Secure Shell'], [TCP, 22, iana(22)], [3, 0x10, 0.8, 400]),
  application(
    ['pcsync-https', 'Secure web of applications'],
    [TCP, COLD_CHAIN_PORT, iana(COLD_CHAIN_PORT)],
    [3, 0x48, 0.9, 600],
  ),
  application(['vnetd', 'Veritas backup'], [TCP, BACKUP_PORT, iana(BACKUP_PORT)], [2, 0x20, 0.9, 1_300]),
  application(['ntp', 'Network Time Protocol'], [UDP, 123, iana(123)], [2, 0, 0.4, 90]),
  application(['snmp', 'Network management'], [UDP, 161, iana(161)], [2, 0x40, 1, 180]),
];
/** Applications that a router announces in an options table. */
export const applicationTable: readonly Pick<Application, 'id' | 'name' | 'description'>[] = applications;
const TOTAL = applications.reduce((sum, { weight }) => sum + weight, 0);

function applicationAt(unit: number): Application {
  let left = unit * TOTAL;
  const found = applications.find(({ weight }) => (left -= weight) < 0) ?? applications[0];
  if (found === undefined) throw new RangeError('there is no application');
  return found;
}

const v4 = (...octets: readonly [number, number, number, number]): number =>
  octets.reduce((bits, octet) => ((bits << 8) | octet) >>> 0, 0);

/** Host `last` of a site's network (`10.x.y`). */
const hostOf = (index: number, last: number): number => v4(10, index >>> 8, index & 0xff, last);

/** Sites of the same customer, for traffic between them. */
export function neighboursOf({
  devices,
}: Pick<Fleet, 'devices'>): (device: FleetDevice) => readonly FleetDevice[] {
  const byCustomer = Map.groupBy(devices, ({ customer }) => customer);
  return (device) => byCustomer.get(device.customer) ?? [];
}

/** Public addresses of invented services, in the unassigned blocks of RFC 5737 and RFC 2544. */
const BLOCKS = [
  [198, 18],
  [198, 19],
  [203, 0],
] as const;

function outsideAt(bits: number): number {
  const [first, second] = BLOCKS[bits % 3] ?? BLOCKS[0];
  return v4(first, second, second === 0 ? 113 : (bits >>> 4) % 24, 1 + ((bits >>> 12) % 250));
}

export interface Interval {
  readonly fromS: number;
  readonly toS: number;
}

/** An interval, and what goes wrong at its end. */
interface Moment extends Interval {
  readonly incident: Incident | undefined;
}

/** The device that exports, and the other sites of its customer. */
interface Vantage {
  readonly seed: number;
  readonly device: FleetDevice;
  readonly neighbours: readonly FleetDevice[];
}

/** What is drawn for a flow; each has a random number of its own. */
const DRAW = {
  application: 0,
  isInside: 1,
  peer: 2,
  localHost: 3,
  localPort: 4,
  end: 5,
  start: 6,
  weight: 7,
  remoteHost: 8,
} as const;
/** Returns a number in [0, 1), always the same for a flow. */
type Draw = (what: keyof typeof DRAW) => number;

/** Hosts of a job that fills the line: from a few servers of one site to one host. */
const JOB_SERVERS = 3;
const JOB_SERVER_HOST = 221;
const JOB_HOST = 5;

const contractOf = ({ ports }: FleetDevice): number => ports[0]?.contractBps ?? 0;

/** The site whose servers send a job that fills the line of another: one whose own line can carry it, of the same kind of place first. */
export function jobSite({ device, neighbours }: Pick<Vantage, 'device' | 'neighbours'>): FleetDevice {
  const kind = device.site.split(' ').at(-1);
  const able = neighbours.filter((each) => each !== device && contractOf(each) >= contractOf(device));
  return able.find(({ site }) => site.split(' ').at(-1) === kind) ?? able[0] ?? neighbours[0] ?? device;
}

/** The far end of a job that fills the line. */
function jobServer(vantage: Vantage, draw: Draw): number {
  const server = bitsAt(vantage.seed, Math.floor(draw('remoteHost') * 2 ** 32)) % JOB_SERVERS;
  return hostOf(jobSite(vantage).index, JOB_SERVER_HOST + server);
}

/** The far end of a flow: a host of another site of the customer, or one outside. */
function remoteOf({ seed, device, neighbours }: Vantage, draw: Draw, insideShare: number): number {
  const peer = neighbours[Math.floor(draw('peer') * neighbours.length)] ?? device;
  const bits = bitsAt(seed, Math.floor(draw('remoteHost') * 2 ** 32));
  return peer !== device && draw('isInside') < insideShare
    ? hostOf(peer.index, 2 + (bits % 20))
    : outsideAt(bits);
}

/** A flow before its octets are known: its weight among the others, and the bytes of its packets. */
interface Draft extends Omit<FlowRecord, 'octets' | 'packets' | 'responses' | 'responseMs'> {
  readonly weight: number;
  readonly packetBytes: number;
  /** Milliseconds per response. */
  readonly delayMs: number;
}

/** Milliseconds of a response, and of one of a slow application. */
const RESPONSE_MS = [35, 90] as const;
const SLOW_MS = [1_600, 2_600] as const;
const PACKETS_PER_RESPONSE = 12;
/**
 * Part of the flows that belongs to an application that fills the line, the first one in any case, and how large they are against the
 * others: these stay about as large as they were.
 */
const CULPRIT_SHARE = 0.4;
const CULPRIT_WEIGHT = 1.5;
const CULPRIT_LEAST = 0.3;

/** The application that fills the line, if an incident makes this flow one of it. */
const culpritOf = (
  incident: Incident | undefined,
  direction: 'in' | 'out',
  { number, unit }: { readonly number: number; readonly unit: number },
): Application | undefined =>
  incident?.kind === 'saturation' && incident.direction === direction && (number < 2 || unit < CULPRIT_SHARE)
    ? applications.find(({ port }) => port === incident.application)
    : undefined;

function delayMs(incident: Incident | undefined, { port }: Application, unit: number): number {
  const isSlow = incident?.kind === 'slow application' && incident.application === port;
  const [least, most] = isSlow ? SLOW_MS : RESPONSE_MS;
  return least + unit * (most - least);
}

/** Few flows carry most of the traffic: the fourth power of an even draw. */
function weightOf(unit: number, { packetBytes }: Application, isCulprit: boolean): number {
  const size = unit ** 4 * (packetBytes / 1_000);
  return isCulprit ? (CULPRIT_LEAST + size) * CULPRIT_WEIGHT : 0.002 + size;
}

/** Flow `number` of the interval. Even ones come in from outside, odd ones go out. */
function draftAt(vantage: Vantage, { fromS, toS, incident }: Moment, number: number): Draft {
  const { seed, device } = vantage;
  const draw: Draw = (what) => unitAt(seed, device.index, fromS, number, DRAW[what]);
  const towards = number % 2 === 0 ? 'in' : 'out';
  const culprit = culpritOf(incident, towards, { number, unit: draw('application') });
  const isCulprit = culprit !== undefined;
  const kind = culprit ?? applicationAt(draw('application'));
  const local = {
    host: hostOf(device.index, isCulprit ? JOB_HOST : 10 + Math.floor(draw('localHost') * 200)),
    port: 32_768 + Math.floor(draw('localPort') * 28_000),
  };
  const host = isCulprit ? jobServer(vantage, draw) : remoteOf(vantage, draw, kind.insideShare);
  const remote = { host, port: kind.port };
  const inwards = number % 2 === 0;
  const [from, to] = inwards ? [remote, local] : [local, remote];
  const lastS = toS - draw('end') * 0.3 * (toS - fromS);
  return {
    firstS: lastS - draw('start') * (lastS - fromS),
    lastS,
    source: from.host,
    destination: to.host,
    sourcePort: from.port,
    destinationPort: to.port,
    protocol: kind.protocol,
    tos: kind.tos,
    tcpFlags: kind.protocol === TCP ? 0x1b : 0,
    ...(inwards ? { input: 1, output: 2, direction: 0 } : { input: 2, output: 1, direction: 1 }),
    application: kind.id,
    weight: weightOf(draw('weight'), kind, isCulprit),
    packetBytes: kind.packetBytes,
    delayMs: delayMs(incident, kind, draw('weight')),
  };
}

/**
 * Returns the flows that a device exports for an interval: `count`, or fewer where some would be empty. Their sum in each direction
 * is what the counters of the access port add in the same time, but for rounding. None while the device is down.
 */
export function flowsOf(
  vantage: Vantage,
  counters: DeviceCounters,
  { count, ...interval }: Interval & { readonly count: number },
): readonly FlowRecord[] {
  const access = counters.ports.get(1);
  if (access === undefined || count === 0) return [];
  const moment = { ...interval, incident: counters.incidentAt(interval.toS) };
  const drafts = Array.from({ length: count }, (_, number) => draftAt(vantage, moment, number));
  const carried = (direction: 'in' | 'out'): number =>
    access.totals(direction, interval.toS).octets - access.totals(direction, interval.fromS).octets;
  const weights = [0, 1].map((direction) =>
    drafts.reduce((sum, draft) => (draft.direction === direction ? sum + draft.weight : sum), 0),
  );
  const totals = [carried('in'), carried('out')];
  return drafts.flatMap(({ weight, packetBytes, delayMs, ...flow }) => {
    const octets = Math.round(((totals[flow.direction] ?? 0) * weight) / (weights[flow.direction] ?? 1));
    if (octets === 0) return [];
    const packets = Math.max(1, Math.round(octets / packetBytes));
    const responses = flow.protocol === TCP ? Math.ceil(packets / PACKETS_PER_RESPONSE) : 0;
    return [{ ...flow, octets, packets, responses, responseMs: Math.round(responses * delayMs) }];
  });
}
