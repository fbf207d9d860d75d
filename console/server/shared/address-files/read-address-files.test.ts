import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countryNumber } from '#schemas/explore/country.ts';
import { mmdbOf } from '#tests/fixtures/address/mmdb.ts';
import { readAddressFiles } from './read-address-files.ts';

const asn = mmdbOf('GeoLite2-ASN', {
  '2.0.0.0/12': { autonomous_system_number: 3_215, autonomous_system_organization: 'Orange' },
  '2a01:cb00::/24': { autonomous_system_number: 3_215, autonomous_system_organization: 'Orange' },
  '203.0.113.0/24': { autonomous_system_number: 64_500, autonomous_system_organization: 'Example, Inc.' },
});
const country = mmdbOf('GeoLite2-Country', {
  '2.0.0.0/12': { country: { iso_code: 'FR' } },
  '203.0.113.0/24': { registered_country: { iso_code: 'US' } },
  '2a01:cb00::/24': { country: { iso_code: 'FR' } },
});

describe('a file about addresses', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-files-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const pathOf = async (name: string, content: Buffer | string) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const names = async (content: Buffer | string, name = 'as.csv') => {
    const found = await readAddressFiles({ asNames: await pathOf(name, content), countries: '' });
    return { names: [...found.asNames], fault: found.files[0]?.fault };
  };
  const countries = async (content: Buffer | string, name = 'countries.csv') => {
    const found = await readAddressFiles({ asNames: '', countries: await pathOf(name, content) });
    const own = [...(found.countries ?? [])].map((limit) => Number(limit & 2_047n));
    return { countries: own, fault: found.files[0]?.fault };
  };
  const [fr, us] = [countryNumber('FR'), countryNumber('US')];

  it('has names of autonomous systems by its header: lists of numbers, and blocks of networks as MaxMind has them', async () => {
    expect((await names('asn,name\nAS3215,Orange\n64500,"Example, Inc."\n')).names).toEqual([
      [3_215, 'Orange'],
      [64_500, 'Example, Inc.'],
    ]);
    const blocks =
      'network,autonomous_system_number,autonomous_system_organization\n1.0.0.0/24,13335,CLOUDFLARENET\n';
    expect((await names(blocks)).names).toEqual([[13_335, 'CLOUDFLARENET']]);
  });

  it('has the autonomous systems of addresses where a file has networks', async () => {
    const systems = async (content: Buffer | string, name: string) => {
      const found = await readAddressFiles({ asNames: await pathOf(name, content), countries: '' });
      return found.systems && [...found.systems.numbers].map((each) => Number(each & 0xff_ff_ff_ffn));
    };
    const header = 'network,autonomous_system_number,autonomous_system_organization';
    expect(await systems(`${header}\n1.0.0.0/24,13335,Cloudflare\n`, 'blocks.csv')).toEqual([0, 13_335]);
    expect(await systems(asn, 'systems.mmdb')).toEqual([0, 3_215, 64_500]);
    expect(await systems('asn,name\nAS3215,Orange\n', 'names.csv')).toBeUndefined();
    expect((await names(`${header}\nnowhere,13335,Cloudflare\n`)).fault).toMatch(
      /line 2: “nowhere” is no network/,
    );
  });

  it('has them as a MaxMind DB, whatever it is called', async () => {
    const expected = [
      [3_215, 'Orange'],
      [64_500, 'Example, Inc.'],
    ];
    expect((await names(asn, 'GeoLite2-ASN.mmdb')).names).toEqual(expected);
    expect((await names(asn, 'asn.db')).names).toEqual(expected);
  });

  it('has the countries of networks, in CSV or as a MaxMind DB', async () => {
    const csv =
      'network,country_iso_code\n2.0.0.0/12,FR\n203.0.113.0/24,us\n10.0.0.0/8,\n2a01:cb00::/24,FR\n';
    // IPv4 is below 2a01:: as 6to4; between networks there is no country.
    expect(await countries(csv)).toEqual({ countries: [0, fr, 0, us, 0, fr, 0], fault: undefined });
    expect(await countries(country, 'country.mmdb')).toEqual(await countries(csv));
  });

  it.each([
    ['asn,name\n3215,Ora', /last line has no end: the file is cut/],
    ['asn,name\n3215,"Ora\n', /line 1/],
    ['asn,name\n3215\n', /line 1/],
    ['asn,name\nx,Orange\n', /line 2: “x” is no AS number/],
    ['number of lines\n3\n', /line 1: the header needs a column/],
    ['asn,name\n', /there are no names/],
  ])('%j has no names, and says the line and the reason', async (content, reason) => {
    expect(await names(content)).toEqual({ names: [], fault: expect.stringMatching(reason) as string });
  });

  it.each([
    ['network,country\n2.0.0.0/12,FR', /the file is cut/],
    ['network,country\n2.0.0.0/33,FR\n', /line 2: “2.0.0.0\/33” is no network/],
    ['network,country\n2.0.0.0/12,France\n', /line 2: “France” is no country/],
    ['network,geoname_id\n2.0.0.0/12,3017382\n', /line 1: the header needs a column of network/],
    ['network,country\n', /there are no networks/],
  ])('%j has no countries, and says the line and the reason', async (content, reason) => {
    expect(await countries(content)).toEqual({
      countries: [],
      fault: expect.stringMatching(reason) as string,
    });
  });

  it.each([
    ['is cut', 'cut.mmdb', country.subarray(0, 200), /no metadata: the file is cut/],
    ['is a text', 'text.mmdb', 'network,country\n', /no metadata/],
    ['is another database', 'asn.mmdb', asn, /type GeoLite2-ASN/],
    ['has a cut tree', 'tree.mmdb', country.subarray(400), /./],
  ])('as a MaxMind DB that %s is reported', async (_, name, content, reason) => {
    expect(await countries(content, name)).toEqual({
      countries: [],
      fault: expect.stringMatching(reason) as string,
    });
  });

  it('that is missing stops nothing, and the other one is read', async () => {
    const path = join(folder, 'missing.csv');
    const found = await readAddressFiles({
      asNames: path,
      countries: await pathOf('good.csv', 'network,country\n2.0.0.0/12,FR\n'),
    });
    expect(found.files).toEqual([
      { variable: 'AS_NAMES_FILE', path, fault: expect.stringContaining('ENOENT') as string },
      { variable: 'COUNTRIES_FILE', path: join(folder, 'good.csv'), fault: undefined },
    ]);
    expect(found.countries).toHaveLength(3);
  });
});
