import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  netflowV9,
  optionsTemplateV9,
  templateV9,
  encodeU32,
} from '#tests/fixtures/flow/packet-builder.ts';
import { NAMED_ENGINE } from './application-id.ts';

/** The number in the column of an application id as a device sends it, in hexadecimal. */
function applicationOf(hex: string): readonly [engine: number, selector: number] {
  const { send, rows } = aCollector();
  const bytes = Buffer.from(hex, 'hex');
  send(netflowV9({}, templateV9(256, [{ id: 95, length: bytes.length }]), dataSet(256, [bytes])));
  const application = rows()[0]?.application ?? 0n;
  return [Number(application >> 32n), Number(application & 0xff_ff_ff_ffn)];
}

describe('an application id (RFC 6759)', () => {
  it.each([
    ['Cisco NBAR2', '0d0001c8', [13, 456]],
    ['Cisco NBAR2, leading zeroes left out', '0d01c8', [13, 456]],
    ['Cisco NBAR2, as long as a FortiGate writes it', '0d00000000000001c8', [13, 456]],
    ['old IOS, where 5 is reserved', '05000026', [5, 38]],
    ['a port of IANA', '030050', [3, 80]],
    ['FortiGate, enterprise 12356 before the selector', '140000304400009e78', [2 ** 20 + 12_356, 40_568]],
    ['FortiGate, leading zeroes left out', '14000030449e78', [2 ** 20 + 12_356, 40_568]],
    ['Palo Alto, enterprise 25461 and one byte', '140000637507', [2 ** 20 + 25_461, 7]],
    ['engine 20 without an enterprise', '14009e78', [20, 40_568]],
    ['engine 20, enterprise 0', '140000000000009e78', [20, 40_568]],
    ['engine 20, an enterprise that IANA has not come to', '140010000000009e78', [20, 40_568]],
  ])('of %s is read', (_, hex, application) => {
    expect(applicationOf(hex)).toEqual(application);
  });

  it('matches the name in the device table at any id length', () => {
    const { send, entry } = aCollector();
    const fields = [
      { id: 95, length: 7 },
      { id: 96, length: 12 },
    ];
    const name = Buffer.concat([Buffer.from('Facebook'), Buffer.alloc(4)]);
    const row = [encodeU32(0), Buffer.from('1400003044003e', 'hex'), name];
    send(netflowV9({}, optionsTemplateV9(300, [{ id: 1, length: 4 }], fields), dataSet(300, row)));
    expect(entry('9.7')?.domain.applications.names).toEqual(
      new Map([[(2 ** 20 + 12_356) * 2 ** 32 + 62, 'facebook']]),
    );
  });
});

describe('an application that a device names without a number', () => {
  const named = (id: number, ...names: readonly string[]) => {
    const { send, rows, entry } = aCollector();
    const records = names.map((name) => [Buffer.concat([Buffer.from(name), Buffer.alloc(32 - name.length)])]);
    send(netflowV9({}, templateV9(256, [{ id, length: 32 }]), dataSet(256, ...records)));
    return { applications: rows().map(({ application }) => application), entry };
  };

  it.each([
    ['App-ID of Palo Alto', 56_701],
    ['applicationName', 96],
  ])('has its own number, by %s', (_, id) => {
    const { applications, entry } = named(id, 'ssl', 'web-browsing', 'SSL');
    expect(applications[0]).toBe(applications[2]);
    expect(applications[0]).not.toBe(applications[1]);
    expect(applications.map((application) => Number(application >> 32n))).toEqual(
      Array<number>(3).fill(NAMED_ENGINE),
    );
    const names = entry('9.7')?.domain.applications.names;
    expect(applications.map((application) => names?.get(Number(application)))).toEqual([
      'ssl',
      'web-browsing',
      'ssl',
    ]);
  });

  it('is none if the name is empty', () => {
    expect(named(56_701, '').applications).toEqual([1n << 32n]);
  });
});
