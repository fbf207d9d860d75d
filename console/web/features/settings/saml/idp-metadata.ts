import type { SamlSettings } from '#schemas/settings/saml/saml.ts';

type FromMetadata = Pick<SamlSettings, 'idpEntityId' | 'idpSsoUrl' | 'idpLogoutUrl' | 'certificates'>;

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const bindings = {
  REDIRECT: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  POST: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const;
/** The limit of the settings: two during a key rollover, with some to spare. */
const MAX_CERTIFICATES = 4;
const LINE = 64;

function pemOf(base64: string): string {
  const lines = base64.replaceAll(/\s/g, '').match(new RegExp(`.{1,${String(LINE)}}`, 'g')) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
}

function locationOf(idp: Element, service: string, binding: string): string | null {
  const found = Array.from(idp.getElementsByTagNameNS(METADATA, service)).find(
    (element) => element.getAttribute('Binding') === binding,
  );
  return found?.getAttribute('Location') ?? null;
}

/** Signing certificates; keys without a use serve every purpose (SAML metadata, 2.4.1.1). */
function certificatesOf(idp: Element): string[] {
  const keys = Array.from(idp.getElementsByTagNameNS(METADATA, 'KeyDescriptor'));
  const signing = keys.filter((key) => key.getAttribute('use') !== 'encryption');
  const found = signing.flatMap((key) =>
    Array.from(key.getElementsByTagNameNS(SIGNATURE, 'X509Certificate')).map((each) =>
      pemOf(each.textContent),
    ),
  );
  return [...new Set(found)].slice(0, MAX_CERTIFICATES);
}

/** The values in the metadata of an identity provider; undefined for other files. */
export function readIdpMetadata(xml: string, binding: SamlSettings['binding']): FromMetadata | undefined {
  const root = new DOMParser().parseFromString(xml, 'text/xml');
  const idp = root.getElementsByTagNameNS(METADATA, 'IDPSSODescriptor')[0];
  const entity = idp?.parentElement;
  const entityId = entity?.getAttribute('entityID');
  if (idp === undefined || entityId === null || entityId === undefined) return undefined;
  const sso =
    locationOf(idp, 'SingleSignOnService', bindings[binding]) ??
    locationOf(idp, 'SingleSignOnService', bindings.REDIRECT) ??
    locationOf(idp, 'SingleSignOnService', bindings.POST);
  const certificates = certificatesOf(idp);
  return {
    idpEntityId: entityId,
    idpSsoUrl: sso ?? '',
    // Logout uses redirects with any request binding.
    idpLogoutUrl: locationOf(idp, 'SingleLogoutService', bindings.REDIRECT),
    certificates: certificates.length === 0 ? [''] : certificates,
  };
}
