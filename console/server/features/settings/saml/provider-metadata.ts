import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { samlClient, type ClientOptions } from './saml-client.ts';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/**
 * The metadata of the console for the identity provider. Logout is offered by redirect too, which the library leaves out: it is the
 * binding of our own messages, and needs no page.
 */
export function consoleMetadata(settings: SamlSettings, options: ClientOptions): string {
  const { publicCertificate: certificate } = settings;
  const xml = samlClient(settings, options).generateServiceProviderMetadata(null, certificate);
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const posted = document.getElementsByTagName('SingleLogoutService')[0];
  if (posted === undefined) return xml;
  const redirected = posted.cloneNode(true) as typeof posted;
  redirected.setAttribute('Binding', REDIRECT);
  posted.parentNode?.insertBefore(redirected, posted);
  return new XMLSerializer().serializeToString(document);
}
