import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  assert,
  double as float,
  integer,
  bigInt,
  boolean,
  array,
  option,
  property,
  record,
  string as text,
  tuple,
  uint8Array,
  uuid as uuids,
  type Arbitrary,
} from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { openClickHouseOnly } from '#tests/store/stack.ts';
import { clickhouseTables } from './clickhouse.ts';
import { codecOf } from './codec.ts';
import {
  bool,
  counts,
  f64,
  fixed,
  i32,
  i64,
  ipv6,
  millis,
  nullable,
  seconds,
  string,
  u16,
  u32,
  u64,
  u8,
  uuid,
  withCodec,
  word,
  type ColumnType,
  type Kind,
} from './column.ts';
import { layoutOf } from './layout.ts';
import { createStatements, fingerprintOf, table, type Table } from './table.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

const bytes = (length: number): Arbitrary<Uint8Array> => uint8Array({ minLength: length, maxLength: length });
/** ClickHouse's DateTime64 covers 1900 to 2299; JSON shows no more. */
const MILLIS = { min: -2_208_988_800_000, max: 10_413_791_999_999 };

const cellsOf: Readonly<Record<Kind, Arbitrary<unknown>>> = {
  bool: boolean(),
  u8: integer({ min: 0, max: 255 }),
  u16: integer({ min: 0, max: 65_535 }),
  u32: integer({ min: 0, max: 4_294_967_295 }),
  u64: bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  i32: integer({ min: -2_147_483_648, max: 2_147_483_647 }),
  i64: bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  f64: float({ noNaN: true }),
  seconds: integer({ min: 0, max: 4_294_967_295 }),
  millis: integer(MILLIS),
  ipv6: bytes(16),
  uuid: uuids(),
  fixed: bytes(5),
  string: text({ unit: 'binary', maxLength: 300 }),
  counts: array(tuple(text({ unit: 'binary', maxLength: 40 }), bigInt({ min: 0n, max: 2n ** 64n - 1n })), {
    maxLength: 5,
  }).map((entries) => new Map(entries)),
};
function cellOf({ kind, sql, nullable: isNullable }: ColumnType<unknown>): Arbitrary<unknown> {
  const length = /FixedString\((\d+)\)/.exec(sql)?.[1];
  const cell = length === undefined ? cellsOf[kind] : bytes(Number(length));
  return isNullable ? option(cell) : cell;
}

/** Every column type there is, and each that may be null. */
const every = table({
  name: 'every_type',
  columns: {
    a_bool: bool,
    a_u8: u8,
    a_u16: u16,
    a_u32: withCodec(u32, 'T64, LZ4'),
    a_u64: u64,
    a_i32: i32,
    a_i64: i64,
    a_f64: f64,
    a_seconds: seconds,
    a_millis: withCodec(millis, 'DoubleDelta, LZ4'),
    a_ipv6: ipv6,
    a_uuid: uuid,
    a_fixed: fixed(5),
    a_string: string,
    a_word: word,
    a_counts: counts,
    n_bool: nullable(bool),
    n_u16: nullable(u16),
    n_u64: nullable(u64),
    n_i64: nullable(i64),
    n_f64: nullable(f64),
    n_millis: nullable(millis),
    n_ipv6: nullable(ipv6),
    n_uuid: nullable(uuid),
    n_fixed: nullable(fixed(40)),
    n_string: nullable(string),
    n_word: nullable(word),
    last: u32,
  },
  engine: 'MergeTree',
  orderBy: ['last'],
});
type Row = ReturnType<ReturnType<typeof codecOf<typeof every.columns>>['decode']>[number];
const codec = codecOf(every);

const rowOf = (definition: Table): Arbitrary<Record<string, unknown>> =>
  record(
    Object.fromEntries(Object.entries(definition.columns).map(([name, column]) => [name, cellOf(column)])),
  );
const rows = array(rowOf(every) as Arbitrary<Row>, { maxLength: 20 });

describe('a codec', () => {
  it('reads back every row of every column type as it was written', () => {
    assert(
      property(rows, (written) => {
        expect(codec.decode(codec.encode(written))).toEqual(written);
      }),
    );
  });

  it('reads back a text that begins with a byte order mark', () => {
    const marked = '\uFEFFname';
    const written = [{ ...sample(), a_string: marked, n_string: marked }];
    expect(codec.decode(codec.encode(written))).toEqual(written);
  });

  it('reads back every row of every table of the product', () => {
    for (const definition of clickhouseTables) {
      const own = codecOf(definition);
      assert(
        property(array(rowOf(definition), { maxLength: 5 }), (written) => {
          expect(own.decode(own.encode(written))).toEqual(written);
        }),
        { numRuns: rounds(20) },
      );
    }
  });

  it('names the table and the row when the bytes end within a row', () => {
    assert(
      property(rowOf(every) as Arbitrary<Row>, integer({ min: 1, max: 40 }), (row, missing) => {
        const encoded = codec.encode([row, row]);
        const cut = encoded.subarray(0, encoded.length - missing);
        expect(() => codec.decode(cut)).toThrow(/^every_type: row 1 is not complete$/);
      }),
    );
  });

  it('rejects bytes whose length differs from the column', () => {
    const row = { ...sample(), a_ipv6: new Uint8Array(4) };
    expect(() => codec.encode([row])).toThrow(RangeError);
  });

  it('writes a row of fixed width where the layout says', () => {
    const definition = table({
      name: 'fixed_width',
      columns: { one: u8, two: u32, three: u64, four: ipv6 },
      engine: 'MergeTree',
      orderBy: ['one'],
    });
    const { rowBytes, offset } = layoutOf(definition);
    const encoded = codecOf(definition).encode([
      { one: 1, two: 2, three: 3n, four: new Uint8Array(16).fill(4) },
      { one: 5, two: 6, three: 7n, four: new Uint8Array(16).fill(8) },
    ]);
    const view = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
    expect(encoded.length).toBe(2 * rowBytes);
    expect(view.getUint32(rowBytes + offset.two, true)).toBe(6);
    expect(view.getBigUint64(rowBytes + offset.three, true)).toBe(7n);
    expect(encoded[rowBytes + offset.four]).toBe(8);
  });

  it('has another fingerprint for another name, type or order of columns', () => {
    const of = (columns: Table['columns']): string =>
      fingerprintOf({ name: 't', columns, engine: 'MergeTree', orderBy: [] });
    const prints = [
      { a: u8, b: u16 },
      { b: u16, a: u8 },
      { a: u8, c: u16 },
      { a: u8, b: u32 },
    ].map(of);
    expect(new Set(prints).size).toBe(4);
    expect(of({ a: u8, b: u16 })).toBe(prints[0]);
  });
});

function sample(): Row {
  return {
    a_bool: true,
    a_u8: 255,
    a_u16: 65_535,
    a_u32: 4_294_967_295,
    a_u64: 2n ** 64n - 1n,
    a_i32: -2_147_483_648,
    a_i64: -(2n ** 63n),
    a_f64: -0.1,
    a_seconds: 1_700_000_000,
    a_millis: 1_700_000_000_123,
    a_ipv6: Uint8Array.from([0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
    a_uuid: '61f0c404-5cb3-11e7-907b-a6006ad3dba0',
    a_fixed: Uint8Array.from(Buffer.from('abcde')),
    a_string: 'Zürich – 東京 \0 "\\',
    a_counts: new Map([['a', 1n]]),
    a_word: 'raise',
    n_bool: null,
    n_u16: null,
    n_u64: null,
    n_i64: null,
    n_f64: null,
    n_millis: null,
    n_ipv6: null,
    n_uuid: null,
    n_fixed: null,
    n_string: null,
    n_word: null,
    last: 1,
  };
}

describe('ClickHouse', () => {
  let clickhouse: ClickHouse;
  let url: string;
  let close: () => Promise<void>;
  const columns = Object.keys(every.columns);
  beforeAll(async () => {
    ({ clickhouse, url, close } = await openClickHouseOnly());
    for (const statement of createStatements(every)) await clickhouse.command(statement);
  });
  afterAll(() => close());

  /** What the server itself writes as RowBinary. */
  async function readBinary(): Promise<Uint8Array> {
    const query = `SELECT ${columns.join(', ')} FROM every_type ORDER BY last FORMAT RowBinary`;
    const { username, password, pathname, searchParams } = new URL(url);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        {
          method: 'POST',
          path: `/?database=${pathname.slice(1)}`,
          auth: `${username}:${password}`,
          socketPath: searchParams.get('socket') ?? '',
        },
        resolve,
      )
        .on('error', reject)
        .end(query);
    });
    expect(response.statusCode).toBe(200);
    return new Uint8Array(await buffer(response));
  }

  it('reads and writes our bytes: random rows come back bit by bit', async () => {
    const random: Row[] = [];
    assert(
      property(rowOf(every) as Arbitrary<Row>, (row) => {
        random.push(row);
      }),
      { numRuns: rounds(300) },
    );
    const written = random.map((row, at) => ({ ...row, last: at }));
    const encoded = codec.encode(written);
    await clickhouse.command('TRUNCATE TABLE every_type');
    await clickhouse.insertRowBinary({ table: 'every_type', columns, rows: encoded });
    const read = await readBinary();
    expect(Buffer.compare(read, encoded)).toBe(0);
    expect(codec.decode(read)).toEqual(written);
  });

  it('understands each cell as we mean it', async () => {
    await clickhouse.command('TRUNCATE TABLE every_type');
    const full: Row = {
      ...sample(),
      last: 2,
      n_bool: false,
      n_u16: 7,
      n_u64: 8n,
      n_i64: -9n,
      n_f64: 0.5,
      n_millis: 1,
      n_ipv6: new Uint8Array(16),
      n_uuid: '00000000-0000-0000-0000-000000000001',
      n_fixed: Uint8Array.from(Buffer.from('4'.repeat(40))),
      n_string: '',
      n_word: 'x',
    };
    await clickhouse.insertRowBinary({ table: 'every_type', columns, rows: codec.encode([sample(), full]) });
    const shown = columns.map((name) => `toString(${name}) AS ${name}`);
    const [first, second] = await clickhouse.query<Record<string, string | null>>(
      `SELECT ${shown.join(', ')} FROM every_type ORDER BY every_type.last`,
    );
    expect(first).toMatchObject({
      a_bool: 'true',
      a_u8: '255',
      a_u16: '65535',
      a_u32: '4294967295',
      a_u64: '18446744073709551615',
      a_i32: '-2147483648',
      a_i64: '-9223372036854775808',
      a_f64: '-0.1',
      a_seconds: '2023-11-14 22:13:20',
      a_millis: '2023-11-14 22:13:20.123',
      a_ipv6: '2001:db8::1',
      a_uuid: '61f0c404-5cb3-11e7-907b-a6006ad3dba0',
      a_fixed: 'abcde',
      a_string: 'Zürich – 東京 \0 "\\',
      a_word: 'raise',
    });
    for (const name of columns.filter((column) => column.startsWith('n_'))) expect(first?.[name]).toBeNull();
    expect(second).toMatchObject({
      n_bool: 'false',
      n_u16: '7',
      n_u64: '8',
      n_i64: '-9',
      n_f64: '0.5',
      n_millis: '1970-01-01 00:00:00.001',
      n_ipv6: '::',
      n_uuid: '00000000-0000-0000-0000-000000000001',
      n_fixed: '4'.repeat(40),
      n_string: '',
      n_word: 'x',
    });
  });
});
