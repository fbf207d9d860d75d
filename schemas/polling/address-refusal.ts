import { internalNetworks, type InternalKind } from '../application/internal-networks.ts';

/** Why the address of a device is not called, unless `SNMP_ALLOWED_NETWORKS` lists it. */
export const addressRefusals = ['loopback address', 'link-local address', 'no host address'] as const;
export type AddressRefusal = (typeof addressRefusals)[number];

export const isAddressRefusal = (reason: string): reason is AddressRefusal =>
  (addressRefusals as readonly string[]).includes(reason);

const kinds: Readonly<Record<AddressRefusal, InternalKind>> = {
  'loopback address': 'loopback',
  'link-local address': 'link-local',
  'no host address': 'not a host',
};

/** The refusal of an internal address; undefined for a private one, which is where devices are. */
export const refusalOfKind = (kind: InternalKind | undefined): AddressRefusal | undefined =>
  addressRefusals.find((refusal) => kinds[refusal] === kind);

const isOfSixth = (address: string): boolean => address.includes(':');

/** The network of a refused address that the setting lists to allow it: that of its kind and family. */
function networkOfRefusal(address: string, refusal: AddressRefusal): string {
  const found = internalNetworks.find(
    ([kind, network]) => kind === kinds[refusal] && isOfSixth(network) === isOfSixth(address),
  );
  return found === undefined ? '' : `${found[1]}/${String(found[2])}`;
}

export const ALLOWING_SETTING = 'SNMP_ALLOWED_NETWORKS';

const nouns: Readonly<
  Record<Exclude<AddressRefusal, 'no host address'>, { readonly en: string; readonly fr: string }>
> = {
  'loopback address': { en: 'a loopback address', fr: 'une adresse de bouclage' },
  'link-local address': { en: 'a link-local address', fr: 'une adresse de lien local' },
};

/** The cause in full, with what allows it: for the administrator of the installation. */
export function refusalText(address: string, refusal: AddressRefusal, language: 'en' | 'fr'): string {
  const isFrench = language === 'fr';
  if (refusal === 'no host address')
    return isFrench
      ? `${address} n’est pas l’adresse d’un hôte\u00A0: corrigez-la`
      : `${address} is not the address of a host: correct it`;
  const noun = nouns[refusal][language];
  const setting = `${ALLOWING_SETTING}=${networkOfRefusal(address, refusal)}`;
  return isFrench
    ? `${address} est ${noun}\u00A0: autorisez-la avec ${setting}`
    : `${address} is ${noun}; allow it with ${setting}`;
}
