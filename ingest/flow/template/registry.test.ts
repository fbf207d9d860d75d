import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  ipfix,
  netflowV9,
  templateIpfix,
  templateV9,
  u32,
  u64,
} from '#tests/fixtures/flow/packet-builder.ts';
import { elementsSource, laterElementsSource } from './generate-elements.ts';
import { ianaElements } from './iana-elements.generated.ts';
import { laterElements } from './iana-elements-since-2019.generated.ts';
import { elementKey, unknownElement } from './registry.ts';

describe('the registry of elements', () => {
  it.each([
    ['octetDeltaCount', 1, 0],
    ['flowDirection', 61, 0],
    ['applicationId', 95, 0],
    ['newConnectionDeltaCount', 278, 0],
    ['bgpDestinationLargeCommunityList', 491, 0],
    ['srhFlagsIPv6', 492, 0],
    ['pathDelaySumDeltaMicroseconds', 533, 0],
    ['sumServerRespTime', 9_306, 9],
    ['viptelaVpn', 4_321, 41_916],
  ] as const)('knows %s as element %i of enterprise %i', (name, id, enterprise) => {
    expect(elementKey(name)).toEqual({ id, enterprise });
  });

  it.each([
    [{ id: 1, enterprise: 0 }, undefined],
    // Below 128 are the types of NetFlow v9, of which IANA names a part only.
    [{ id: 127, enterprise: 0 }, undefined],
    [{ id: 30_000, enterprise: 0 }, '30000'],
    [{ id: 9_306, enterprise: 9 }, undefined],
    [{ id: 12_999, enterprise: 9 }, '9/12999'],
    [{ id: 1, enterprise: 29_305 }, undefined],
    [{ id: 30_000, enterprise: 29_305 }, '29305/30000'],
  ])('calls %o unknown as %s', (element, name) => {
    expect(unknownElement(element)).toBe(name);
  });

  it('is made from a registry, without what is reserved or not assigned', () => {
    const record = (cells: string): string => `<record date="x">\n${cells}\n</record>`;
    const xml = `<updated>2026-01-02</updated><registry id="ipfix-information-elements">${[
      record('<name>Reserved</name><elementId>0</elementId>'),
      record(
        '<name>octetDeltaCount</name><dataType>unsigned64</dataType><dataTypeSemantics>deltaCounter</dataTypeSemantics><elementId>1</elementId><units>octets</units>',
      ),
      record('<name>Unassigned</name><elementId>492-32767</elementId>'),
    ].join('\n')}</registry>`;
    const source = elementsSource(xml, 'ipfix.xml');
    expect(source).toContain('as of 2026-01-02');
    expect(source.split('\n').filter((line) => line.startsWith('  '))).toEqual([
      "  octetDeltaCount: [1, 'unsigned64', 'deltaCounter', 'octets'],",
    ]);
    expect(() => elementsSource('<html/>', 'page.html')).toThrow('page.html holds no registry');
  });
});

describe('the elements since 2019', () => {
  const name = 'iana-elements-since-2019';
  const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

  it('are generated from their list, and nothing else', () => {
    const source = laterElementsSource(read(`${name}.csv`), `${name}.csv`);
    expect(read(`${name}.generated.ts`)).toBe(source);
    expect(() => laterElementsSource('a,b\n1,x', 'other.csv')).toThrow(
      'other.csv does not begin with ElementID',
    );
    const cut = read(`${name}.csv`).replace('492,srhFlagsIPv6', 'srhFlagsIPv6');
    expect(() => laterElementsSource(cut, 'cut.csv')).toThrow('cut.csv, line 2: srhFlagsIPv6');
  });

  it('follow those before without a gap, and each name and number is there once', () => {
    const ids = [...Object.values(ianaElements), ...Object.values(laterElements)].map(([id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const later = Object.values(laterElements).map(([id]) => id);
    expect(later).toEqual(
      later.map((_, at) => Math.max(...Object.values(ianaElements).map(([id]) => id)) + 1 + at),
    );
    expect(Object.keys(laterElements).filter((element) => element in ianaElements)).toEqual([]);
  });

  it('are of the types and semantics of the registry (RFC 7012, RFC 6313, RFC 9740)', () => {
    const facts = (at: 1 | 2): ReadonlySet<string> =>
      new Set(Object.values(ianaElements).map((element) => element[at]));
    const [types, semantics] = [facts(1), facts(2)];
    for (const [element, [, type, meaning]] of Object.entries(laterElements)) {
      expect([element, types.has(type) || type === 'unsigned256']).toEqual([element, true]);
      expect([element, semantics.has(meaning)]).toEqual([element, true]);
    }
  });
});

describe('the VPN of a Viptela router', () => {
  it.each([
    [4, u32(512)],
    [8, u64(512)],
  ])('is read from %i bytes of IPFIX', (length, bytes) => {
    const { send, rows } = aCollector();
    send(ipfix({}, templateIpfix(300, [{ id: 4_321, length, enterprise: 41_916 }]), dataSet(300, [bytes])));
    expect(rows()[0]).toMatchObject({ vpn: 512 });
  });

  it.each([
    [4, u32(512)],
    [8, u64(512)],
  ])('is read from %i bytes of NetFlow v9, where its type is 0x90E1', (length, bytes) => {
    const { send, rows } = aCollector();
    send(netflowV9({}, templateV9(300, [{ id: 0x90_e1, length }]), dataSet(300, [bytes])));
    expect(rows()[0]).toMatchObject({ vpn: 512 });
  });
});
