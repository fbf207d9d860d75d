import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSync } from '#platform/clock/steps.ts';
import { parseAddressRange } from '#schemas/application/address-range.ts';
import {
  ApplicationAttributes,
  parsePortRange,
  type ApplicationDefinition,
  type ApplicationPrecedence,
} from '#schemas/application/definition.ts';
import { addressBytes } from '../attribution/address.ts';
import { compileClassifierSteps } from './classifier.ts';
import { orderApplications } from './application-order.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const compileClassifier = (applications: readonly ApplicationDefinition[]) =>
  runSync(compileClassifierSteps(applications));

const CUSTOM = 256 * 2 ** 32;

const anApplication = (
  id: number,
  attributes: Partial<ApplicationAttributes>,
  change: Partial<ApplicationDefinition> = {},
): ApplicationDefinition => ({
  id,
  name: `Application ${String(id)}`,
  customer: undefined,
  order: id,
  active: true,
  attributes: ApplicationAttributes.parse(attributes),
  ...change,
});

describe('an application of the provider', () => {
  it('applies to every customer, or to those it is shared with', () => {
    const forAll = anApplication(1, { ports: ['443'] });
    const some = anApplication(2, { ports: ['80'] }, { sharedWith: [3] });
    const forNone = anApplication(3, { ports: ['22'] }, { sharedWith: [] });
    const own = anApplication(4, { ports: ['25'] }, { customer: 4 });
    const concerning = (customer: number) =>
      orderApplications({ applications: [forAll, some, forNone, own], precedence: 'provider' })(customer).map(
        ({ id }) => id,
      );
    expect([concerning(3), concerning(4)]).toEqual([
      [1, 2],
      [1, 4],
    ]);
  });
});

describe('an override of a customer', () => {
  const [first, second, own] = [
    anApplication(1, { ports: ['443'] }),
    anApplication(2, { ports: ['80'] }, { active: false }),
    anApplication(3, { ports: ['25'] }, { customer: 3 }),
  ];
  const overrideOf = (id: number, change: Partial<ApplicationDefinition> = {}) =>
    anApplication(id, { ports: ['8080'] }, { customer: 3, overrides: true, order: 99, ...change });
  it.each<[string, ApplicationDefinition, ApplicationPrecedence, string[]]>([
    ['stands where the provider’s does', overrideOf(1), 'provider', ['1:8080', '3:25']],
    ['stands there behind its own too', overrideOf(1), 'customer', ['3:25', '1:8080']],
    ['applies while the provider’s is deactivated', overrideOf(2), 'provider', ['1:443', '2:8080', '3:25']],
    ['switches the provider’s off', overrideOf(1, { active: false }), 'provider', ['3:25']],
    ['is nothing without the provider’s', overrideOf(9), 'provider', ['1:443', '3:25']],
  ])('%s', (_, override, precedence, expected) => {
    const applications = [override, first!, second!, own!];
    const order = orderApplications({ applications, precedence })(3);
    expect(order.map(({ id, attributes }) => `${String(id)}:${attributes.ports.join()}`)).toEqual(expected);
    const ofOthers = orderApplications({ applications, precedence })(4);
    expect(ofOthers.map(({ id }) => id)).toEqual([1]);
  });

  it('counts only while the provider shares the application', () => {
    const unshared = { ...first!, sharedWith: [4] };
    expect(orderApplications({ applications: [overrideOf(1), unshared], precedence: 'provider' })(3)).toEqual(
      [],
    );
  });
});

interface Flow {
  readonly source: string;
  readonly destination: string;
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly protocol: number;
  readonly dscp: number;
  readonly application: number;
}

const aFlow: Flow = {
  source: '10.0.0.1',
  destination: '192.0.2.9',
  sourcePort: 50_000,
  destinationPort: 443,
  protocol: 6,
  dscp: 0,
  application: 0,
};

function classified(
  applications: readonly ApplicationDefinition[],
  change: Partial<Flow>,
  {
    names = new Map<number, string>(),
    hostname,
  }: { names?: ReadonlyMap<number, string>; hostname?: string } = {},
): number {
  const flow = { ...aFlow, ...change };
  const bytes = new Uint8Array(32);
  bytes.set(addressBytes(flow.source));
  bytes.set(addressBytes(flow.destination), 16);
  const traffic = { ...flow, view: new DataView(bytes.buffer), source: 0, destination: 16 };
  const found = compileClassifier(applications)?.classify(traffic, names, hostname) ?? 0;
  return found === 0 ? 0 : found - CUSTOM;
}

describe('an application is recognised', () => {
  it.each<[string, Partial<ApplicationAttributes>, Partial<Flow>, boolean]>([
    ['by an address of the far end', { addresses: ['192.0.2.0/24'] }, {}, true],
    ['by an address of the near end', { addresses: ['10.0.0.1'] }, {}, true],
    ['not by an address outside', { addresses: ['192.0.2.10-192.0.2.20'] }, {}, false],
    ['by an address of IPv6', { addresses: ['2001:db8::/32'] }, { destination: '2001:db8::5' }, true],
    [
      'not by IPv4 where IPv6 flows',
      { addresses: ['0.0.0.0/0'] },
      { source: '::1', destination: '::2' },
      false,
    ],
    [
      'by the highest addresses',
      { addresses: ['255.255.255.255'] },
      { destination: '255.255.255.255' },
      true,
    ],
    ['by a port', { ports: ['443'] }, {}, true],
    ['by one of several ports', { ports: ['80', '400-500'] }, {}, true],
    ['not by another port', { ports: ['444'] }, {}, false],
    ['by the last port', { ports: ['65535'] }, { destinationPort: 65_535 }, true],
    ['by address and port of the same end', { addresses: ['192.0.2.9'], ports: ['443'] }, {}, true],
    [
      'not by the address of one end and the port of the other',
      { addresses: ['10.0.0.1'], ports: ['443'] },
      {},
      false,
    ],
    ['by DSCP', { dscp: [46, 34] }, { dscp: 46 }, true],
    ['not by another DSCP', { dscp: [46, 34] }, { dscp: 12 }, false],
    ['only when protocol and port hold', { protocols: [17], ports: ['443'] }, {}, false],
    [
      'by the id that the device gives',
      { deviceApplications: ['13:453'] },
      { application: 13 * 2 ** 32 + 453 },
      true,
    ],
    ['not by another id', { deviceApplications: ['13:453'] }, { application: 3 * 2 ** 32 + 453 }, false],
  ])('%s', (_, attributes, flow, expected) => {
    expect(classified([anApplication(1, attributes)], flow)).toBe(expected ? 1 : 0);
  });

  it('by the device name of its id, case-insensitively', () => {
    const names = new Map([[13 * 2 ** 32 + 9, 'ms-teams']]);
    const teams = [anApplication(1, { applicationNames: ['MS-Teams'] })];
    expect(classified(teams, { application: 13 * 2 ** 32 + 9 }, { names })).toBe(1);
    expect(classified(teams, { application: 13 * 2 ** 32 + 8 }, { names })).toBe(0);
  });

  it.each([
    ['www.example.com', 'www.example.com', 1],
    ['www.example.com', 'WWW.example.com', 1],
    ['*.example.com', 'a.b.example.com', 1],
    ['*.example.com', 'example.com', 0],
    ['*.example.com', 'badexample.com', 0],
    ['example.com', undefined, 0],
  ])('by host name %s when the exporter says %s: %s', (desired, hostname, expected) => {
    const options = hostname === undefined ? {} : { hostname };
    expect(classified([anApplication(1, { hostnames: [desired] })], {}, options)).toBe(expected);
  });

  it('before those after it', () => {
    const list = [anApplication(7, { ports: ['443'] }), anApplication(3, { dscp: [0] })];
    expect(classified(list, {})).toBe(7);
    expect(classified(list.toReversed(), {})).toBe(3);
  });
});

describe('an application of engine 20 (RFC 6759)', () => {
  const fortinet = (2 ** 20 + 12_356) * 2 ** 32 + 40_568;
  const paloAlto = (2 ** 20 + 25_461) * 2 ** 32 + 40_568;
  const both = [
    anApplication(1, { deviceApplications: ['20:12356:40568'] }),
    anApplication(2, { deviceApplications: ['20:40568'] }),
  ];

  it.each([
    ['is that of its enterprise', both, fortinet, 1],
    ['is that of every enterprise where none is named', both, paloAlto, 2],
    ['without an enterprise is not that of one', both, 20 * 2 ** 32 + 40_568, 2],
    ['is tried in the order of the rules', both.toReversed(), fortinet, 2],
    ['of another selector is none', both, fortinet + 1, 0],
  ])('%s', (_, applications, application, found) => {
    expect(classified(applications, { application })).toBe(found);
  });
});

describe('applications are tried', () => {
  const list = [
    anApplication(1, { ports: ['1'] }, { order: 2 }),
    anApplication(2, { ports: ['1'] }, { order: 1 }),
    anApplication(3, { ports: ['1'] }, { customer: 5, order: 9 }),
    anApplication(4, { ports: ['1'] }, { customer: 6 }),
    anApplication(5, { ports: ['1'] }, { active: false }),
  ];
  const ids = (precedence: ApplicationPrecedence) =>
    orderApplications({ applications: list, precedence })(5).map(({ id }) => id);

  it("the provider's before the customer's, each in order", () => {
    expect(ids('provider')).toEqual([2, 1, 3]);
  });
  it("the customer's first when the setting is swapped", () => {
    expect(ids('customer')).toEqual([3, 2, 1]);
  });
});

/** The rule of the specification word by word: same kind OR, different kinds AND. */
function naive(applications: readonly ApplicationDefinition[], flow: Flow): number {
  const inRange = (text: string, address: string): boolean => {
    const range = parseAddressRange(text)!;
    const at = parseAddressRange(address)!;
    return range.family === at.family && at.first >= range.first && at.first <= range.last;
  };
  const holds = ({
    attributes: { addresses, ports, dscp, protocols, deviceApplications },
  }: ApplicationDefinition) => {
    const end = (address: string, port: number): boolean =>
      (addresses.length === 0 || addresses.some((text) => inRange(text, address))) &&
      (ports.length === 0 ||
        ports.some((text) => {
          const { first, last } = parsePortRange(text)!;
          return port >= first && port <= last;
        }));
    const device = `${String(Math.floor(flow.application / 2 ** 32))}:${String(flow.application % 2 ** 32)}`;
    return (
      (end(flow.source, flow.sourcePort) || end(flow.destination, flow.destinationPort)) &&
      (dscp.length === 0 || dscp.includes(flow.dscp)) &&
      (protocols.length === 0 || protocols.includes(flow.protocol)) &&
      (deviceApplications.length === 0 || deviceApplications.includes(device))
    );
  };
  return applications.find(holds)?.id ?? 0;
}

describe('any set of applications', () => {
  const address = fc.oneof(
    fc.tuple(fc.nat(3), fc.nat(3)).map(([a, b]) => `10.0.${String(a)}.${String(b)}`),
    fc.nat(7).map((a) => `2001:db8::${String(a)}`),
  );
  const range = fc.oneof(
    address,
    fc.constantFrom(
      '10.0.0.0/8',
      '10.0.1.0/24',
      '10.0.0.2-10.0.2.1',
      '2001:db8::/126',
      '2001:db8::2-2001:db8::5',
      '0.0.0.0/0',
      '::/0',
    ),
  );
  const port = fc.nat(9);
  const ports = fc.tuple(port, port).map(([a, b]) => `${String(Math.min(a, b))}-${String(Math.max(a, b))}`);
  const some = <Value>(one: fc.Arbitrary<Value>) => fc.array(one, { maxLength: 3 });
  const device = fc.constantFrom('13:1', '13:2', '3:1');
  const attributes = fc
    .record({
      addresses: some(range),
      ports: some(ports),
      dscp: some(fc.nat(2)),
      protocols: some(fc.constantFrom(6, 17)),
      deviceApplications: some(device),
    })
    .filter((one) => Object.values(one).some((list) => list.length > 0));
  const flow = fc.record({
    source: address,
    destination: address,
    sourcePort: port,
    destinationPort: port,
    protocol: fc.constantFrom(6, 17),
    dscp: fc.nat(2),
    application: fc.constantFrom(0, 13 * 2 ** 32 + 1, 13 * 2 ** 32 + 2, 3 * 2 ** 32 + 1),
  });

  it('compiled decides like the uncompiled rules', () => {
    fc.assert(
      fc.property(
        fc.array(attributes, { minLength: 1, maxLength: 70 }),
        fc.array(flow, { maxLength: 8 }),
        (list, flows) => {
          const applications = list.map((one, at) => anApplication(at + 1, one));
          for (const one of flows) expect(classified(applications, one)).toBe(naive(applications, one));
        },
      ),
      { numRuns: rounds(300) },
    );
  });
});
