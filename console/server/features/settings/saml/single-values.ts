import { SamlRejection } from './message-inspection.ts';

const names = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature', 'SAMLEncoding'] as const;
type Name = (typeof names)[number];
export type BindingParameters = Partial<Record<Name, string>>;

/** Parameters of a binding, each at most once: parsers that pick different duplicates are a known attack. */
export function readSingleValues(query: string): BindingParameters {
  const given = new URLSearchParams(query);
  const values: BindingParameters = {};
  for (const name of names) {
    const [value, ...more] = given.getAll(name);
    if (more.length > 0) throw new SamlRejection(`${name} occurs more than once`);
    if (value !== undefined && value !== '') values[name] = value;
  }
  if (values.SAMLRequest !== undefined && values.SAMLResponse !== undefined)
    throw new SamlRejection('both a request and a response are given');
  if (values.SAMLRequest === undefined && values.SAMLResponse === undefined)
    throw new SamlRejection('there is no SAML message');
  return values;
}

/** Signature algorithms of the redirect binding (SAML bindings, 3.4.4.1), without SHA-1. */
const redirectAlgorithms: ReadonlySet<string> = new Set(
  ['256', '384', '512'].map((bits) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`),
);

/** Requires the signature of the redirect binding, which the library accepts without one. */
export function rejectUnsignedRedirect({ SigAlg, Signature, SAMLEncoding }: BindingParameters): void {
  if (Signature === undefined || SigAlg === undefined)
    throw new SamlRejection('the logout message is not signed');
  if (!redirectAlgorithms.has(SigAlg)) throw new SamlRejection(`the signature uses ${SigAlg}`);
  if (
    SAMLEncoding !== undefined &&
    SAMLEncoding !== 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE'
  )
    throw new SamlRejection('the encoding is not DEFLATE');
}
