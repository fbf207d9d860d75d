import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import snmp from 'net-snmp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareOids } from './agent-value.ts';
import { deviceCounters } from '../counters.ts';
import { buildFleet } from '../fleet.ts';
import { incidentScript } from '../incidents.ts';
import { mibOf } from './mib.ts';
import { snmpAgent } from './snmp-agent.ts';

const fleet = buildFleet({ customers: 2, sites: 6, seed: 5 });
const device = fleet.devices[0]!;
const counters = deviceCounters(device, incidentScript(fleet)[0]!, fleet.seed);
const mib = mibOf(device, counters);
const T = 90_000_000;

/** The parts of net-snmp that the tests use; it has no types. */
interface Session {
  readonly close: () => void;
  readonly get: (oids: string[], done: (error: Error | null, varbinds: Varbinds) => void) => void;
  readonly walk: (
    oid: string,
    maxRepetitions: number,
    feed: (varbinds: Varbinds) => void,
    done: (error: Error | null) => void,
  ) => void;
}
const library = snmp as unknown as {
  readonly Version2c: number;
  readonly ObjectType: Readonly<Record<string, number>>;
  readonly createSession: (target: string, community: string, options: object) => Session;
};

type Varbinds = readonly { readonly oid: string; readonly type: number; readonly value: unknown }[];
let socket: Socket;
let session: Session;

beforeAll(async () => {
  const agent = snmpAgent(mib, 'right');
  socket = createSocket('udp4', (datagram, { port, address }) => {
    const reply = agent(datagram, T);
    if (reply !== undefined) socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const options = { port: socket.address().port, version: library.Version2c, timeout: 500, retries: 0 };
  session = library.createSession('127.0.0.1', 'right', options);
});
afterAll(() => {
  session.close();
  socket.close();
});

const get = (...oids: string[]): Promise<Varbinds> =>
  new Promise((resolve, reject) => {
    session.get(oids, (error, varbinds) => {
      if (error === null) resolve(varbinds);
      else reject(error);
    });
  });

describe('an agent of the fleet, queried by net-snmp', () => {
  it('answers names, numbers and 64-bit counters', async () => {
    const [name, uptime, octets, missing] = await get(
      '1.3.6.1.2.1.1.5.0',
      '1.3.6.1.2.1.1.3.0',
      '1.3.6.1.2.1.31.1.1.1.6.1',
      '1.3.6.1.2.1.31.1.1.1.6.99',
    );
    expect(String(name!.value)).toBe(device.name);
    expect(uptime!.value).toBe(((T - counters.startedAt(T)) * 100) % 2 ** 32);
    const expected =
      counters.ports.get(1)!.totals('in', T).octets -
      (counters.startedAt(T) === 0 ? 0 : counters.ports.get(1)!.totals('in', counters.startedAt(T)).octets);
    expect(Number(`0x${Buffer.from(octets!.value as Buffer).toString('hex')}`)).toBe(expected);
    expect(missing!.type).toBe(library.ObjectType['NoSuchInstance']);
  });

  it('is walked from end to end by GETBULK, in order', async () => {
    const seen: string[] = [];
    await new Promise<void>((resolve, reject) => {
      session.walk(
        '1.3.6.1',
        20,
        (varbinds) => {
          seen.push(...varbinds.map(({ oid }) => oid));
        },
        (error) => {
          if (error === null) resolve();
          else reject(error);
        },
      );
    });
    expect(seen).toEqual(mib.oids.map((oid) => oid.join('.')));
    expect([...mib.oids].sort(compareOids)).toEqual(mib.oids);
  });

  it('keeps silent to a wrong community and to what is no request', async () => {
    const agent = snmpAgent(mib, 'other');
    const bytes = Uint8Array.from({ length: 60 }, (_, at) => (at * 37) % 256);
    for (let length = 0; length < bytes.length; length++)
      expect(agent(bytes.subarray(0, length), T)).toBeUndefined();
  });
});
