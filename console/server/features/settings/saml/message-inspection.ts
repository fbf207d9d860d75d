import { DOMParser } from '@xmldom/xmldom';

/** Signatures and digests that are taken: SHA-1 is broken for both (NIST SP 800-131A, rev. 2). */
const algorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

export class SamlRefusal extends Error {
  override readonly name = 'SamlRefusal';
}

/** Attributes of a message that the library does not look at. */
export interface MessageHead {
  /** `Response`, `LogoutRequest`, `LogoutResponse`. */
  readonly kind: string;
  readonly id: string;
  readonly destination: string | null;
  readonly issueInstant: string;
  readonly issuer: string | null;
}

interface XmlElement {
  readonly localName: string | null;
  getAttribute(name: string): string | null;
}

function parsed(xml: string) {
  // An entity or a document type has no place in SAML and opens every XML attack there is.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new SamlRefusal('the message has a document type');
  const complaints: string[] = [];
  const note = (message: string): void => {
    complaints.push(message);
  };
  const document = new DOMParser({
    errorHandler: { warning: note, error: note, fatalError: note },
  }).parseFromString(xml, 'text/xml');
  // Typed as always there; of a text that is no XML the parser makes a document without one.
  const root = document.documentElement as typeof document.documentElement | null;
  if (complaints.length > 0 || root === null) throw new SamlRefusal('the message is not XML');
  return { document, root };
}

function refuseWeakAlgorithms(elements: readonly XmlElement[]): void {
  for (const element of elements)
    if (element.localName === 'SignatureMethod' || element.localName === 'DigestMethod') {
      const algorithm = element.getAttribute('Algorithm') ?? '';
      if (!algorithms.has(algorithm)) throw new SamlRefusal(`the signature uses ${algorithm}`);
    }
}

/** Two elements of one id are how a signature of one is made to look like that of the other (XML signature wrapping). */
function refuseDoubledIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap((element) =>
    ['ID', 'Id', 'id'].flatMap((name) => element.getAttribute(name) || []),
  );
  if (new Set(ids).size !== ids.length) throw new SamlRefusal('two elements have the same ID');
}

/** Looks at a message as it came in, before its signature is checked. Throws SamlRefusal with the reason. */
export function inspectMessage(xml: string): MessageHead {
  const { document, root } = parsed(xml);
  const elements = Array.from(document.getElementsByTagName('*'));
  refuseDoubledIds(elements);
  refuseWeakAlgorithms(elements);
  const count = (name: string): number => elements.filter(({ localName }) => localName === name).length;
  if (count('EncryptedAssertion') > 0)
    throw new SamlRefusal('the assertion is encrypted, and no key was agreed');
  if (count('Assertion') > 1) throw new SamlRefusal('there is more than one assertion');
  const issuer = Array.from(root.childNodes).find(
    (node) => (node as unknown as XmlElement).localName === 'Issuer',
  );
  return {
    kind: root.localName ?? '',
    id: root.getAttribute('ID') ?? '',
    destination: root.getAttribute('Destination') || null,
    issueInstant: root.getAttribute('IssueInstant') ?? '',
    issuer: issuer?.textContent ?? null,
  };
}
