import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  ipfix,
  netflowV9,
  templateIpfix,
  templateV9,
  encodeU32,
  encodeU64,
} from '#tests/fixtures/flow/packet-builder.ts';
import { renderList, parseList, parseRegistry, renderSource, mergeRegistry } from './generate-elements.ts';
import { informationElement, unknownElement } from './registry.ts';

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
    expect(informationElement(name)).toEqual({ id, enterprise });
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
});

describe('the list of elements', () => {
  const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
  const list = parseList(read('ipfix-information-elements.csv'), 'list');

  it('is the source of every generated element', () => {
    expect(read('iana-elements.generated.ts')).toBe(renderSource(list));
    expect(renderList(list)).toBe(read('ipfix-information-elements.csv'));
    expect(() => parseList('a,b\n1,x', 'other.csv')).toThrow('other.csv does not start with ElementID');
    const cut = read('ipfix-information-elements.csv').replace('492,srhFlagsIPv6', 'srhFlagsIPv6');
    expect(() => parseList(cut, 'cut.csv')).toThrow('cut.csv, line 462: srhFlagsIPv6');
  });

  it('contains every assigned number up to 533, each number and name once', () => {
    const ids = list.map(([id]) => Number(id));
    // IANA keeps 65 to 69, 97 and 105 to 127 for NetFlow v9 without a name (RFC 7012 §4.2); others are reserved or withdrawn.
    const without = Array.from({ length: 533 }, (_, at) => at + 1).filter((id) => !ids.includes(id));
    expect(without.filter((id) => id > 127)).toEqual([416, 419]);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    expect(ids.at(-1)).toBe(533);
    expect(new Set(list.map(([, name]) => name)).size).toBe(list.length);
  });

  it('uses only data types and semantics of the registry (RFC 7012, RFC 6313, RFC 8038, RFC 9740)', () => {
    const types =
      /^(octetArray|(un)?signed(8|16|32|64)|unsigned256|float(32|64)|boolean|macAddress|string|dateTime(Seconds|Milliseconds|Microseconds|Nanoseconds)|ipv[46]Address|basicList|subTemplate(Multi)?List)$/;
    const semantics =
      /^(|default|quantity|totalCounter|deltaCounter|identifier|flags|list|snmpCounter|snmpGauge)$/;
    expect(list.filter(([, , type, meaning]) => !types.test(type) || !semantics.test(meaning))).toEqual([]);
  });

  it('merges a registry copy without reserved or unassigned elements and keeps elements missing in an old copy', () => {
    const record = (cells: string): string => `<record date="x">\n${cells}\n</record>`;
    const xml = `<registry id="ipfix-information-elements">${[
      record('<name>Reserved</name><elementId>0</elementId>'),
      record(
        '<name>octetDeltaCount</name><dataType>unsigned64</dataType><dataTypeSemantics>deltaCounter</dataTypeSemantics><elementId>1</elementId><units>octets</units>',
      ),
      record('<name>Unassigned</name><elementId>492-32767</elementId>'),
    ].join('\n')}</registry>`;
    const registry = parseRegistry(xml, 'ipfix.xml');
    expect(registry).toEqual([['1', 'octetDeltaCount', 'unsigned64', 'deltaCounter', 'octets']]);
    const taken = mergeRegistry(
      [
        ['2', 'packetDeltaCount', 'unsigned64', '', ''],
        ['1', 'old', 'string', '', ''],
      ],
      registry,
    );
    expect(renderSource(taken).split('\n').slice(3, -2)).toEqual([
      "  octetDeltaCount: [1, 'unsigned64', 'deltaCounter', 'octets'],",
      "  packetDeltaCount: [2, 'unsigned64', '', ''],",
    ]);
    expect(() => parseRegistry('<html/>', 'page.html')).toThrow('page.html contains no registry');
  });
});

describe('the VPN of a Viptela router', () => {
  it.each([
    [4, encodeU32(512)],
    [8, encodeU64(512)],
  ])('is read from %i bytes of IPFIX', (length, bytes) => {
    const { send, rows } = aCollector();
    send(ipfix({}, templateIpfix(300, [{ id: 4_321, length, enterprise: 41_916 }]), dataSet(300, [bytes])));
    expect(rows()[0]).toMatchObject({ vpn: 512 });
  });

  it.each([
    [4, encodeU32(512)],
    [8, encodeU64(512)],
  ])('is read from %i bytes of NetFlow v9, where its type is 0x90E1', (length, bytes) => {
    const { send, rows } = aCollector();
    send(netflowV9({}, templateV9(300, [{ id: 0x90_e1, length }]), dataSet(300, [bytes])));
    expect(rows()[0]).toMatchObject({ vpn: 512 });
  });
});
