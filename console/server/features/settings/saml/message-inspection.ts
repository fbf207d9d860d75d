import { DOMParser } from '@xmldom/xmldom';

/** Accepted signature and digest algorithms. SHA-1 is broken for both (NIST SP 800-131A, rev. 2). */
const algorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

export class SamlRejection extends Error {
  override readonly name = 'SamlRejection';
}

/** Attributes of a message that the library does not check. */
export interface MessageHead {
  /** `Response`, `LogoutRequest`, `LogoutResponse`. */
  readonly kind: string;
  readonly id: string;
  readonly destination: string | null;
  readonly issueInstant: string;
  readonly issuer: string | null;
  /** Status code of a response, the more specific one behind it, and the text of the provider. Null: it names none. */
  readonly status: string | null;
}

interface XmlElement {
  readonly localName: string | null;
  getAttribute(name: string): string | null;
}

interface ParentElement extends XmlElement {
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<ParentElement>;
}

function parseXml(xml: string) {
  // SAML uses no entities or document types, and they enable XML attacks.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new SamlRejection('the message has a document type');
  const complaints: string[] = [];
  const note = (message: string): void => {
    complaints.push(message);
  };
  const document = new DOMParser({
    errorHandler: { warning: note, error: note, fatalError: note },
  }).parseFromString(xml, 'text/xml');
  // Typed as always defined, but missing in the document that the parser returns for text that is not XML.
  const root = document.documentElement as typeof document.documentElement | null;
  if (complaints.length > 0 || root === null) throw new SamlRejection('the message is not XML');
  return { document, root };
}

function rejectWeakAlgorithms(elements: readonly XmlElement[]): void {
  for (const element of elements)
    if (element.localName === 'SignatureMethod' || element.localName === 'DigestMethod') {
      const algorithm = element.getAttribute('Algorithm') ?? '';
      if (!algorithms.has(algorithm)) throw new SamlRejection(`the signature uses ${algorithm}`);
    }
}

/** Duplicate ids make the signature of one element appear to cover another (XML signature wrapping). */
function rejectDuplicateIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap((element) =>
    ['ID', 'Id', 'id'].flatMap((name) => element.getAttribute(name) || []),
  );
  if (new Set(ids).size !== ids.length) throw new SamlRejection('two elements have the same ID');
}

const childrenOf = (element: ParentElement | undefined, name: string): readonly ParentElement[] =>
  Array.from(element?.childNodes ?? []).filter((node) => node.localName === name);

/** SAML core, 3.2.2.1. */
function statusOf(root: ParentElement): string | null {
  const [status] = childrenOf(root, 'Status');
  const [code] = childrenOf(status, 'StatusCode');
  const [detail] = childrenOf(code, 'StatusCode');
  const [message] = childrenOf(status, 'StatusMessage');
  const codes = [code, detail].flatMap((each) => each?.getAttribute('Value') || []);
  const text = message?.textContent?.trim() ?? '';
  return codes.length === 0 ? null : [codes.join(', '), ...(text === '' ? [] : [text])].join(': ');
}

/** Inspects a received message before its signature is checked. Throws SamlRejection with the reason. */
export function inspectMessage(xml: string): MessageHead {
  const { document, root } = parseXml(xml);
  const elements = Array.from(document.getElementsByTagName('*'));
  rejectDuplicateIds(elements);
  rejectWeakAlgorithms(elements);
  const count = (name: string): number => elements.filter(({ localName }) => localName === name).length;
  if (count('EncryptedAssertion') > 0)
    throw new SamlRejection('the assertion is encrypted, and no key was agreed');
  if (count('Assertion') > 1) throw new SamlRejection('there is more than one assertion');
  const issuer = Array.from(root.childNodes).find(
    (node) => (node as unknown as XmlElement).localName === 'Issuer',
  );
  return {
    kind: root.localName ?? '',
    id: root.getAttribute('ID') ?? '',
    destination: root.getAttribute('Destination') || null,
    issueInstant: root.getAttribute('IssueInstant') ?? '',
    issuer: issuer?.textContent ?? null,
    status: statusOf(root as unknown as ParentElement),
  };
}
