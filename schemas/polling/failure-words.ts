import { isAddressRefusal, refusalText } from './address-refusal.ts';

/** Reasons of failed requests and tests (`ingest/snmp/agent/agent.ts`, `poller-test.ts`), in words. */
const words: Readonly<Record<string, { readonly en: string; readonly fr: string }>> = {
  timeout: { en: 'no response in time', fr: 'pas de réponse à temps' },
  'too big': {
    en: 'its responses do not fit a datagram',
    fr: 'réponses trop grandes pour un datagramme',
  },
  'error status': { en: 'error reported by the agent', fr: 'erreur signalée par l’agent' },
  malformed: {
    en: 'invalid response; check the community',
    fr: 'réponse invalide\u00A0; vérifiez la communauté',
  },
  unreachable: { en: 'unreachable', fr: 'adresse inaccessible' },
  'unknown user': { en: 'unknown user', fr: 'utilisateur inconnu' },
  'wrong digest': { en: 'wrong authentication password', fr: 'mot de passe d’authentification erroné' },
  'not in time window': { en: 'its clock was not accepted', fr: 'horloge non acceptée' },
  'unknown engine': { en: 'unknown engine ID', fr: 'engine ID inconnu' },
  'unsupported security level': {
    en: 'security level not allowed',
    fr: 'niveau de sécurité non autorisé',
  },
  decryption: { en: 'wrong privacy password', fr: 'mot de passe de chiffrement erroné' },
  'loopback address': {
    en: 'a loopback address, not listed in SNMP_ALLOWED_NETWORKS',
    fr: 'une adresse de bouclage, absente de SNMP_ALLOWED_NETWORKS',
  },
  'link-local address': {
    en: 'a link-local address, not listed in SNMP_ALLOWED_NETWORKS',
    fr: 'une adresse de lien local, absente de SNMP_ALLOWED_NETWORKS',
  },
  'no host address': { en: 'not the address of a host', fr: 'pas l’adresse d’un hôte' },
  blocked: {
    en: 'no address found, or one that must not be polled',
    fr: 'adresse introuvable, ou qui ne doit pas être interrogée',
  },
  'time over': { en: 'the table is too slow to read', fr: 'lecture de la table trop lente' },
  busy: {
    en: 'too many tests at once; try again in a moment',
    fr: 'trop de tests à la fois\u00A0; réessayez dans un instant',
  },
  failed: {
    en: 'the test failed; see the log of the poller',
    fr: 'échec du test\u00A0; voir le journal de l’interrogateur',
  },
};

/** The reason in words; as it is if this version does not know it. */
export const snmpFailureWords = (reason: string, language: 'en' | 'fr'): string =>
  (Object.hasOwn(words, reason) ? words[reason]?.[language] : undefined) ?? reason;

/** Why the last poll of a device failed: in full where its address must not be called. */
export const pollFailureText = (reason: string, address: string, language: 'en' | 'fr'): string =>
  isAddressRefusal(reason) ? refusalText(address, reason, language) : snmpFailureWords(reason, language);
