import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { licenseAuthorities } from '#server/shared/license/vendor-authority.ts';
import { verifyLicense } from '#server/shared/license/verify-license.ts';
import { demonstrationAuthority, demonstrationLicense } from './demonstration-license.ts';

const trust = {
  authorities: licenseAuthorities(readFileSync(demonstrationAuthority, 'utf8')),
  now: new Date('2026-11-23T12:00:00Z'),
};
const draft = {
  id: 'one',
  organization: 'Demonstration',
  issuedAt: '2026-11-23T00:00:00Z',
  emails: [],
  units: null,
  notBefore: '2026-11-01',
  expires: '2027-11-01',
};

describe('a license of the demonstration', () => {
  it('is accepted where its authority is configured, and nowhere else', () => {
    const texts = demonstrationLicense(draft);
    expect(verifyLicense(texts, trust)).toMatchObject({ ok: true, content: draft });
    const vendor = verifyLicense(texts, { ...trust, authorities: licenseAuthorities() });
    expect(vendor).toEqual({ ok: false, fault: { code: 'CERTIFICATE_SIGNATURE_INVALID' } });
  });
});

describe('npm run issue-license', () => {
  const command = fileURLToPath(new URL('issue-license.ts', import.meta.url));
  it('prints a license and its certificate, and what is wrong with its arguments', () => {
    const given = ['--organization', 'Northwind', '--from', '2026-11-01', '--expires', '2027-11-01'];
    const printed = execFileSync(
      process.execPath,
      [command, ...given, '--units', 'device=5', '--email', 'a@example.net'],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const [license = '', certificate = ''] = printed.split('\n\n');
    expect(verifyLicense({ license, certificate }, trust)).toMatchObject({
      ok: true,
      content: { organization: 'Northwind', units: { device: 5 }, emails: ['a@example.net'] },
    });
    const wrong = spawnSync(process.execPath, [command, ...given, '--units', 'device=many'], {
      encoding: 'utf8',
    });
    expect([wrong.status, wrong.stderr.split('\n')[0]]).toEqual([
      2,
      'units.device: Invalid input: expected number, received NaN',
    ]);
  });
});
