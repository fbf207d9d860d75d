import { sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aCertificate, anAuthority } from '#tests/fixtures/license/certificates.ts';
import { aLicense, aLicenseDraft, testAuthority, testSigner } from '#tests/fixtures/license/licenses.ts';
import { licenseAuthorities } from './vendor-authority.ts';
import { verifyLicense, type LicenseTrust } from './verify-license.ts';

const trust: LicenseTrust = {
  authorities: [testAuthority.certificate],
  now: new Date('2026-11-23T12:00:00Z'),
};
const outcomeOf = (texts: { license: string; certificate: string }, given = trust): string => {
  const verified = verifyLicense(texts, given);
  if (verified.ok) return 'accepted';
  const { code, params } = verified.fault;
  return params === undefined ? code : `${code} ${params.issue}`;
};
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Signed as it is, whatever it says. */
const signed = (value: unknown, signer = testSigner) => {
  const bytes = Buffer.from(JSON.stringify(value));
  const license = `${bytes.toString('base64url')}.${sign(null, bytes, signer.privateKey).toString('base64url')}`;
  return { license, certificate: signer.certificate.toString() };
};
const content = (part: object = {}) => {
  const [json = ''] = aLicense().license.split('.');
  return { ...(JSON.parse(Buffer.from(json, 'base64url').toString()) as object), ...part };
};
const good = aLicense();

describe('a license', () => {
  it('is accepted when its certificate is of the authority, in force, and its signature is good', () => {
    expect(verifyLicense(good, trust)).toMatchObject({ ok: true, content: aLicenseDraft() });
    const around = { license: `\n ${good.license}\r\n`, certificate: `\n${good.certificate}` };
    expect(outcomeOf(around)).toBe('accepted');
  });

  it.each([
    ['LICENSE_EMPTY', { ...good, license: ' \n' }],
    ['LICENSE_CERTIFICATE_MISSING', { ...good, certificate: '' }],
    ['LICENSE_FORMAT_INVALID', { ...good, license: 'not a license' }],
    ['LICENSE_FORMAT_INVALID', { ...good, license: `${good.license}.more` }],
    ['LICENSE_FORMAT_INVALID', { ...good, license: 'e30' }],
    ['LICENSE_FORMAT_INVALID', { ...good, license: `${encoded([1])}.AAAA` }],
    ['LICENSE_FORMAT_INVALID', { ...good, license: 'AAAA.AAAA' }],
    ['LICENSE_SIGNATURE_INVALID', { ...good, license: `${good.license.split('.')[0]!}.AAAA` }],
    [
      'LICENSE_SIGNATURE_INVALID',
      { ...good, license: `${encoded(content({ expires: '2099-01-01' }))}.${good.license.split('.')[1]!}` },
    ],
    ['LICENSE_INVALID organization', signed(content({ organization: ' ' }))],
    ['LICENSE_INVALID units.device', signed(content({ units: { device: -1 } }))],
    ['LICENSE_INVALID version', signed(content({ version: 2 }))],
    ['LICENSE_INVALID expires', signed(content({ expires: '2026-02-30' }))],
    ['LICENSE_INVALID version', signed(content({ more: 1 }))],
    ['LICENSE_INVALID expires < notBefore', aLicense({ notBefore: '2026-02-01', expires: '2026-01-31' })],
    ['LICENSE_INVALID notBefore 2026-11-24', aLicense({ notBefore: '2026-11-24' })],
    ['LICENSE_EXPIRED', aLicense({ expires: '2026-11-22' })],
    ['accepted', aLicense({ expires: '2026-11-23' })],
  ])('%s: %#', (outcome, texts) => {
    expect(outcomeOf(texts)).toBe(outcome);
  });
});

describe('the certificate of a license', () => {
  const other = anAuthority({ name: 'another authority' });
  const sameName = anAuthority();
  const chained = anAuthority({ name: 'between' });
  it.each([
    ['CERTIFICATE_UNREADABLE', { ...good, certificate: 'junk' }],
    ['CERTIFICATE_UNREADABLE', { ...good, certificate: good.certificate.replace('MII', 'MIX') }],
    [
      'CERTIFICATE_UNREADABLE',
      { ...good, certificate: `${good.certificate}${other.certificate.toString()}` },
    ],
    ['CERTIFICATE_SIGNATURE_INVALID', aLicense({}, aCertificate({}))],
    ['CERTIFICATE_SIGNATURE_INVALID', aLicense({}, aCertificate({}, other))],
    ['CERTIFICATE_SIGNATURE_INVALID', aLicense({}, aCertificate({}, sameName))],
    ['CERTIFICATE_SIGNATURE_INVALID', aLicense({}, aCertificate({}, chained))],
    ['CERTIFICATE_SIGNATURE_INVALID', aLicense({}, aCertificate({}, testSigner))],
    ['CERTIFICATE_UNVERIFIED', aLicense({}, aCertificate({ usages: ['1.3.6.1.5.5.7.3.1'] }, testAuthority))],
    ['CERTIFICATE_UNVERIFIED', aLicense({}, aCertificate({ usages: [] }, testAuthority))],
    ['CERTIFICATE_UNVERIFIED', aLicense({}, aCertificate({ ca: true }, testAuthority))],
    ['CERTIFICATE_UNVERIFIED', aLicense({}, testAuthority)],
    ['CERTIFICATE_NOT_IN_FORCE', aLicense({}, aCertificate({ to: '2026-11-23T11:59:59Z' }, testAuthority))],
    ['CERTIFICATE_NOT_IN_FORCE', aLicense({}, aCertificate({ from: '2026-11-24' }, testAuthority))],
    [
      'LICENSE_CERTIFICATE_MISMATCH',
      { ...good, certificate: aLicense({}, aCertificate({}, testAuthority)).certificate },
    ],
  ])('%s: %#', (outcome, texts) => {
    expect(outcomeOf(texts)).toBe(outcome);
  });

  it('is not trusted by an authority that is out of date, nor by one that may not sign certificates', () => {
    const old = anAuthority({ to: '2026-01-01' });
    const weak = aCertificate({ name: 'weak' });
    for (const one of [old, weak]) {
      const given = { ...trust, authorities: [one.certificate] };
      expect(outcomeOf(aLicense({}, aCertificate({}, one)), given)).toBe('CERTIFICATE_SIGNATURE_INVALID');
    }
  });

  it('is that of the vendor’s authority unless the configuration names others', () => {
    expect(outcomeOf(good, { ...trust, authorities: licenseAuthorities() })).toBe(
      'CERTIFICATE_SIGNATURE_INVALID',
    );
    const both = `${anAuthority({ name: 'first' }).certificate.toString()}${testAuthority.certificate.toString()}`;
    expect(outcomeOf(good, { ...trust, authorities: licenseAuthorities(both) })).toBe('accepted');
    expect(() => licenseAuthorities('junk')).toThrow('no certificate in PEM');
  });
});
