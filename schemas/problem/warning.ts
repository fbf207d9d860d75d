import { fillText, type Text, type TextLanguage, type TextParameters } from './definition.ts';

/** Warnings and confirmations. */
export const warnings = {
  TOO_MANY_TRIES_LOCK: {
    en: 'Too many tries lock the account.',
    fr: 'Un trop grand nombre de tentatives verrouille le compte.',
  },
  SESSION_ENDS_SOON: {
    en: 'Your session ends in {{seconds}} s.',
    fr: 'Votre session se termine dans {{seconds}} s.',
  },
  UNSAVED_FORM: {
    en: 'This form has unsaved changes. Close it anyway?',
    fr: 'Ce formulaire contient des modifications non enregistrées. Le fermer quand même\u00A0?',
  },
  NOT_OWNER: { en: 'This resource belongs to {{owner}}.', fr: 'Cette ressource appartient à {{owner}}.' },
  SHARED_BETWEEN_CUSTOMERS: {
    en: 'This resource is shared between customers. Edit it in the Admin space.',
    fr: 'Cette ressource est partagée entre plusieurs clients. Modifiez-la dans l’espace Admin.',
  },
  TIMEZONE_FALLBACK: {
    en: 'Unknown time zone {{name}}: using {{fallback}}.',
    fr: 'Fuseau horaire {{name}} inconnu\u00A0: {{fallback}} est utilisé.',
  },
  RESOURCE_OF_ANOTHER_CLIENT: {
    en: 'This resource was created for another customer.',
    fr: 'Cette ressource a été créée pour un autre client.',
  },
  FILTERED_ON_ANOTHER_TYPE: {
    en: 'This customer was previously filtered on another element type.',
    fr: 'Ce client était auparavant filtré sur un autre type d’élément.',
  },
  USER_WITHOUT_CLIENT: {
    en: 'This user cannot access any client.',
    fr: 'Cet utilisateur ne peut accéder à aucun client.',
  },
  UNLOCKED_WITHOUT_PASSWORD: {
    en: 'The password of this account has expired. Unless it is changed, the account will lock again soon.',
    fr: 'Le mot de passe de ce compte a expiré. S’il n’est pas changé, le compte se verrouillera de nouveau prochainement.',
  },
  IFRAME_WILDCARD: {
    en: 'A wildcard allows every address it matches.',
    fr: 'Un caractère générique autorise toutes les adresses qui lui correspondent.',
  },
  IFRAME_LIST_EMPTY: {
    en: 'An empty list allows all URLs. The list does not apply to reports.',
    fr: 'Une liste vide autorise toutes les URL. La liste ne s’applique pas aux rapports.',
  },
  AGENT_SAME_MARKER: {
    en: 'Another agent has the same organization and network marker.',
    fr: 'Un autre agent a la même organisation et le même marqueur de réseau.',
  },
  AGENT_SOURCE_OVERLAPS: {
    en: 'This network overlaps that of {{agents}}. Addresses of both belong to the agent with the longest prefix.',
    fr: 'Ce réseau recouvre celui de {{agents}}. Les adresses communes reviennent à l’agent au préfixe le plus long.',
  },
  DISCOVERY_PUBLIC_ADDRESSES: {
    en: 'Public addresses: {{ranges}}. Check that they belong to the customer: their holder receives the SNMP requests and the community.',
    fr: 'Adresses publiques\u00A0: {{ranges}}. Vérifiez qu’elles sont celles du client\u00A0: leur détenteur reçoit les requêtes SNMP et la communauté.',
  },
  SCHEDULING_WITHOUT_REPORT: {
    en: 'A scheduling triggered by time is never sent without an attached report.',
    fr: 'Une planification déclenchée par date n’est jamais envoyée sans rapport joint.',
  },
  REPORT_ITEMS_OUTSIDE_PAGE: {
    en: 'Some items are outside their page. Save anyway?',
    fr: 'Des éléments se trouvent en dehors de leur page. Enregistrer quand même\u00A0?',
  },
  REPORT_VARIABLES_UNUSED: {
    en: 'Some variables are not used. Save anyway?',
    fr: 'Des variables ne sont pas utilisées. Enregistrer quand même\u00A0?',
  },
  REPORT_PAGES_TRUNCATED: {
    en: 'Only the first {{max}} pages are shown.',
    fr: 'Seules les {{max}} premières pages sont affichées.',
  },
  SDWAN_SAVE_UNCHECKED: {
    en: 'The connectivity check failed. Save and disable automatic provisioning and collection?',
    fr: 'Le test de connectivité a échoué. Enregistrer, et désactiver l’approvisionnement automatique et la collecte\u00A0?',
  },
  ALL_CUSTOMERS_SLOW: {
    en: 'Responses are slow with all customers selected.',
    fr: 'Les réponses sont lentes quand tous les clients sont sélectionnés.',
  },
  PERCENTAGE_OUT_OF_RANGE: {
    en: 'Percentages are between 0 and 100: with this threshold the alarm is always or never raised.',
    fr: 'Un pourcentage est compris entre 0 et 100\u00A0: avec ce seuil, l’alarme se déclenche toujours ou jamais.',
  },
  COLLECT_DELAY: {
    en: 'This takes effect within {{min}} to {{max}} minutes.',
    fr: 'La prise d’effet intervient dans un délai de {{min}} à {{max}} minutes.',
  },
} as const satisfies Record<string, Text>;

export type WarningCode = keyof typeof warnings;

export const warningText = (code: WarningCode, language: TextLanguage, params: TextParameters = {}): string =>
  fillText(warnings[code][language], params, language);
