import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { daysFromTo, daysOfMonth } from '#schemas/billing/day.ts';
import { noUnits } from '#schemas/billing/service.ts';
import { MAX_ATTACHMENT } from '#schemas/notification/job.ts';
import type { DayWithCustomers } from './billed-units.ts';
import type { CsvDialect } from '#schemas/csv/csv-dialect.ts';
import { billingCsv } from './billing-table.ts';
import { attachmentOf, unitMail, warningMail } from './billing-mails.ts';
import { edgeCounts } from './count-units.ts';
import { daysToCount, lastEndedDay } from './daily-count.ts';
import { monthToMail } from './month-to-mail.ts';

describe('units of a day', () => {
  it.each([
    ['2026-11-23T00:14:59Z', '2026-11-21'],
    ['2026-11-23T00:15:00Z', '2026-11-22'],
    ['2026-11-23T23:59:59Z', '2026-11-22'],
  ])('are counted once it is over and its measures are stored: at %s up to %s', (now, day) => {
    expect(lastEndedDay(new Date(now))).toBe(day);
  });

  it.each([
    ['first', undefined, '2026-10-20'],
    ['each day, with the two before it', '2026-11-22', '2026-11-21'],
    ['after three days of downtime', '2026-11-19', '2026-11-18'],
    ['after years of downtime', '2020-01-01', '2025-10-20'],
  ])('%s: after %s from %s', (_, last, from) => {
    expect(daysToCount(last, '2026-11-23')).toEqual({ from, to: '2026-11-23' });
  });

  it('are not counted again before another day is over', () => {
    expect(daysToCount('2026-11-23', '2026-11-23')).toBeUndefined();
    expect(daysToCount('2026-11-25', '2026-11-23')).toBeUndefined();
  });

  it('count an SD-WAN edge once, whatever its tunnels', () => {
    const tunnel = (element: number, day = '2026-11-22') => ({ customer: 1, day, element });
    const edgeOf = new Map([
      [11, 1],
      [12, 1],
      [21, 2],
    ]);
    expect(
      edgeCounts([tunnel(11), tunnel(12), tunnel(21), tunnel(99), tunnel(11, '2026-11-23')], edgeOf),
    ).toEqual([
      { day: '2026-11-22', customer: 1, service: 'edge', units: 2 },
      { day: '2026-11-23', customer: 1, service: 'edge', units: 1 },
    ]);
  });

  it('of a month are those of its days of UTC', () => {
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(daysFromTo('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });
});

describe('the mail of a month is sent', () => {
  const monthly = { monthly: true, monthlySince: '2026-10-15T00:00:00Z', timeZone: 'Europe/Paris' };
  const at = (now: string, lastDay: string | undefined, part = {}) =>
    monthToMail({ ...monthly, ...part }, { now: new Date(now), lastDay });

  it.each([
    ['before the month ends in its zone', '2026-10-31T22:59:59Z', '2026-10-30', undefined],
    [
      'at its start in the zone, but not before its last day was counted',
      '2026-10-31T23:00:00Z',
      '2026-10-30',
      undefined,
    ],
    ['at its start', '2026-11-01T00:15:00Z', '2026-10-31', '2026-10'],
    ['after downtime', '2026-11-20T00:00:00Z', '2026-11-19', '2026-10'],
    ['before anything was counted', '2026-11-01T00:15:00Z', undefined, undefined],
  ])('%s: at %s, counted up to %s: %s', (_, now, lastDay, month) => {
    expect(at(now, lastDay)).toBe(month);
  });

  it('by the time zone: earlier in the east, later in the west', () => {
    const ended = '2026-10-31';
    expect(at('2026-11-01T00:15:00Z', ended, { timeZone: 'Pacific/Auckland' })).toBe('2026-10');
    expect(at('2026-11-01T00:15:00Z', ended, { timeZone: 'America/New_York' })).toBeUndefined();
    expect(at('2026-11-01T04:00:00Z', ended, { timeZone: 'America/New_York' })).toBe('2026-10');
  });

  it('not for a month that ended before it was switched on, nor when it is off', () => {
    const since = { monthlySince: '2026-11-02T00:00:00Z' };
    expect(at('2026-11-20T00:00:00Z', '2026-11-19', since)).toBeUndefined();
    expect(at('2026-12-01T00:15:00Z', '2026-11-30', since)).toBe('2026-11');
    expect(at('2026-11-20T00:00:00Z', '2026-11-19', { monthly: false })).toBeUndefined();
  });
});

const ofDay = {
  day: '2026-11-22',
  customers: [
    { id: 1, clientId: 'acme', name: '=Acme', units: { ...noUnits, device: 3, edge: 1 } },
    { id: 2, clientId: 'globex', name: 'Globex', units: { ...noUnits, device: 2 } },
  ],
};

describe('the file of units', () => {
  const pieces = async (
    days: readonly DayWithCustomers[],
    dialect: CsvDialect = 'international',
  ): Promise<readonly string[]> => {
    const written: string[] = [];
    for await (const piece of billingCsv(days, dialect)) written.push(piece);
    return written;
  };

  it('has a line per customer and day, and the total of the day; no cell is a formula', async () => {
    expect((await pieces([ofDay])).join('').split('\r\n')).toEqual([
      '\uFEFF"day","clientId","customer","device","exporter","edge","probe","application","total"',
      `"2026-11-22","acme","'=Acme",3,0,1,0,0,4`,
      '"2026-11-22","globex","Globex",2,0,0,0,0,2',
      '"2026-11-22","","TOTAL",5,0,1,0,0,6',
      '',
    ]);
  });

  it('is separated by semicolons for spreadsheets in French', async () => {
    expect((await pieces([ofDay], 'european')).join('').split('\r\n')[2]).toBe(
      '"2026-11-22";"globex";"Globex";2;0;0;0;0;2',
    );
  });

  it('is written in pieces, between which the server responds to other requests', async () => {
    const customers = Array.from({ length: 1_000 }, (_, id) => ({ ...ofDay.customers[1]!, id }));
    let others = 0;
    let next: NodeJS.Immediate | undefined;
    const other = (): void => {
      others += 1;
      next = setImmediate(other);
    };
    other();
    const written = await pieces([{ day: '2026-11-22', customers }]);
    clearImmediate(next);
    expect(Math.max(...written.map((piece) => piece.split('\n').length - 1))).toBe(250);
    expect(written.join('').split('\n')).toHaveLength(1_003);
    expect(others).toBeGreaterThan(4);
  });

  it('is compressed when it is large, and left out when that is not enough', () => {
    expect(attachmentOf('units', 'day\n')).toEqual({
      name: 'units.csv',
      type: 'text/csv',
      content: 'ZGF5Cg==',
    });
    const large = 'one line of many\n'.repeat(100_000);
    const packed = attachmentOf('units', large);
    expect([packed?.name, packed?.type]).toEqual(['units.csv.gz', 'application/gzip']);
    expect(gunzipSync(Buffer.from(packed!.content, 'base64')).toString()).toBe(large);
    let seed = 1;
    const noise = Array.from({ length: MAX_ATTACHMENT }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return String.fromCodePoint(33 + (seed % 90));
    }).join('');
    expect(attachmentOf('units', `${noise}${noise}`)).toBeUndefined();
  });
});

describe('a mail', () => {
  it('names the greatest units of each service with their first day', () => {
    const day = (name: string, device: number) => ({
      day: name,
      countedAt: '',
      units: { ...noUnits, device },
    });
    const days = [day('2026-11-03', 4), day('2026-11-02', 7), day('2026-11-01', 7)];
    const period = { host: 'noc.example', from: '2026-11-01', to: '2026-11-30' };
    const mail = unitMail({ ...period, days, csv: 'day\n' }, 'en');
    expect(mail.subject).toBe('Telltale noc.example: units from 2026-11-01 to 2026-11-30');
    expect(mail.text).toContain('devices: 7 on 2026-11-01');
    expect(mail.attachment?.name).toBe('units-2026-11-01-2026-11-30.csv');
    expect(unitMail({ ...period, days: [], csv: '' }, 'fr').text).toContain('aucune');
  });

  it('says what the license warns of, and that monitoring continues', () => {
    const usage = { is: 'usage', service: 'edge', units: 12, contracted: 10, from: 100 } as const;
    const { text } = warningMail({ organization: 'Northwind' }, usage, {
      host: 'noc.example',
      language: 'en',
    });
    expect(text).toBe(
      'The license of Northwind covers 10 SD-WAN edges; 12 were monitored.\n\nMonitoring on noc.example continues without restrictions.\n',
    );
    const expired = { is: 'expired', expires: '2026-11-01' } as const;
    expect(warningMail({ organization: 'N' }, expired, { host: 'h', language: 'fr' }).text).toContain(
      'a expiré',
    );
  });
});
