import { verify, type X509Certificate } from 'node:crypto';
import { dayOf } from '#schemas/billing/day.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { isExpired, LicenseContent, type LicenseTexts } from '#schemas/settings/license/license.ts';
import { certificateFingerprint, verifyCertificate } from './verify-certificate.ts';

export interface LicenseFault {
  readonly code: ProblemCode;
  readonly params?: { readonly issue: string };
}

export type VerifiedLicense =
  | { readonly ok: true; readonly content: LicenseContent }
  | { readonly ok: false; readonly fault: LicenseFault };

export interface LicenseTrust {
  readonly authorities: readonly X509Certificate[];
  readonly now: Date;
}

const PART = /^[\w-]+$/;
const rejected = (code: ProblemCode): VerifiedLicense => ({ ok: false, fault: { code } });
const issue = (text: string): VerifiedLicense => ({
  ok: false,
  fault: { code: 'LICENSE_INVALID', params: { issue: text } },
});

interface Parts {
  /** Signed as they are, before the JSON is read. */
  readonly bytes: Buffer;
  readonly signature: Buffer;
  readonly value: object;
}

/** Undefined unless the text is `base64url(JSON).base64url(signature)`. */
function partsOf(text: string): Parts | undefined {
  const [content = '', signed = '', ...more] = text.split('.');
  if (more.length > 0 || !PART.test(content) || !PART.test(signed)) return undefined;
  const bytes = Buffer.from(content, 'base64url');
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return { bytes, signature: Buffer.from(signed, 'base64url'), value };
  } catch {
    return undefined;
  }
}

/** Fields that are missing or wrong: `expires`, `units.device`. */
const fieldsOf = (issues: readonly { readonly path: readonly PropertyKey[] }[]): string =>
  [...new Set(issues.map(({ path }) => path.map(String).join('.')).filter((path) => path !== ''))].join(', ');

function contentFault(content: LicenseContent, { now }: LicenseTrust): VerifiedLicense | undefined {
  if (content.expires < content.notBefore) return issue('expires < notBefore');
  if (dayOf(now.getTime()) < content.notBefore) return issue(`notBefore ${content.notBefore}`);
  return isExpired(content, now.getTime()) ? rejected('LICENSE_EXPIRED') : undefined;
}

/** What the signed bytes say, once certificate and signature are known to be good. */
function read({ value }: Parts, trust: LicenseTrust): VerifiedLicense {
  const content = LicenseContent.safeParse(value);
  if (!content.success) return issue(fieldsOf(content.error.issues) || 'version');
  return contentFault(content.data, trust) ?? { ok: true, content: content.data };
}

/** Verifies a license with its certificate. Never throws: what is wrong is a result, with one problem of the catalogue each. */
export function verifyLicense(
  { license, certificate: pem }: LicenseTexts,
  trust: LicenseTrust,
): VerifiedLicense {
  if (license.trim() === '') return rejected('LICENSE_EMPTY');
  if (pem.trim() === '') return rejected('LICENSE_CERTIFICATE_MISSING');
  const parts = partsOf(license.trim());
  if (parts === undefined) return rejected('LICENSE_FORMAT_INVALID');
  const verified = verifyCertificate(pem, trust);
  if (!verified.ok) return rejected(verified.code);
  const { certificate } = verified;
  const named = (parts.value as Partial<LicenseContent>).certificate;
  if (typeof named === 'string' && named !== certificateFingerprint(certificate))
    return rejected('LICENSE_CERTIFICATE_MISMATCH');
  // Ed25519 hashes by itself (RFC 8032): no algorithm is named.
  const isSigned = verify(null, parts.bytes, certificate.publicKey, parts.signature);
  return isSigned ? read(parts, trust) : rejected('LICENSE_SIGNATURE_INVALID');
}
