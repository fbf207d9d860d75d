import { X509Certificate } from 'node:crypto';

/**
 * The vendor's authority, which signs the certificates of licenses. Its key is not part of the product. `LICENSE_CA` replaces it, for
 * tests and the demonstration.
 */
const VENDOR_AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBEzCBxqADAgECAgEEMAUGAytlcDAnMSUwIwYDVQQDDBxUZWxsdGFsZSBsaWNl
bnNlIGF1dGhvcml0eSAxMCIYDzIwMjAwMTAxMDAwMDAwWhgPMjA2MDAxMDEwMDAw
MDBaMCcxJTAjBgNVBAMMHFRlbGx0YWxlIGxpY2Vuc2UgYXV0aG9yaXR5IDEwKjAF
BgMrZXADIQCpoIj3iEiCTmDSyIM3IV6G0UFhXfjetwQFy3xWvIJ7EaMTMBEwDwYD
VR0TAQH/BAUwAwEB/zAFBgMrZXADQQBGi1ErFXq53VNWb2Y6OENdINdC0wgfvYZv
nyEFTvAOPotmHvl32lOp1C0hhkLpWWwtwE8pfm58uMwVfXi3XbEK
-----END CERTIFICATE-----
`;

const ONE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a text in PEM; the vendor's authority when none is given. Throws when one cannot be parsed, or there is none. */
export function licenseAuthorities(pem = VENDOR_AUTHORITY): readonly X509Certificate[] {
  const found = [...pem.matchAll(ONE)].map(([certificate]) => new X509Certificate(certificate));
  if (found.length === 0) throw new Error('no certificate in PEM');
  return found;
}
