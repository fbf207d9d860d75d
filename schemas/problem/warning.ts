import { fillText, type Text, type TextLanguage, type TextParameters } from './definition.ts';

/** Warnings and questions: they refuse nothing. */
export const warnings = {
  TOO_MANY_TRIES_LOCK: {
    en: 'Too many tries lock the account.',
    fr: 'Trop d’essais verrouillent le compte.',
  },
  SESSION_ENDS_SOON: {
    en: 'Your session ends in {{seconds}} s.',
    fr: 'Votre session se termine dans {{seconds}} s.',
  },
  UNSAVED_FORM: {
    en: 'This form is not saved. Close it all the same?',
    fr: 'Ce formulaire n’est pas enregistré. Le fermer quand même\u00A0?',
  },
  NOT_OWNER: { en: 'This resource belongs to {{owner}}.', fr: 'Cette ressource appartient à {{owner}}.' },
  SHARED_BETWEEN_CUSTOMERS: {
    en: 'This resource is shared between customers: it is edited in the multi-client space.',
    fr: 'Cette ressource est partagée entre plusieurs clients\u00A0: elle se modifie dans l’espace multi-clients.',
  },
  TIMEZONE_FALLBACK: {
    en: 'The time zone {{name}} is not known; {{fallback}} is used.',
    fr: 'Le fuseau horaire {{name}} est inconnu\u00A0; {{fallback}} est utilisé.',
  },
  RESOURCE_OF_ANOTHER_CLIENT: {
    en: 'This resource was created for another client.',
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
    en: 'The password of this account has expired. Unless it is changed, the account will lock again shortly.',
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
  SCHEDULING_WITHOUT_REPORT: {
    en: 'A scheduling triggered by time is never sent without an attached report.',
    fr: 'Une planification déclenchée par date n’est jamais envoyée sans rapport joint.',
  },
  REPORT_ITEMS_OUTSIDE_PAGE: {
    en: 'Some items lie outside their page. Save all the same?',
    fr: 'Des éléments se trouvent en dehors de leur page. Enregistrer quand même\u00A0?',
  },
  REPORT_VARIABLES_UNUSED: {
    en: 'Some variables are not used. Save all the same?',
    fr: 'Des variables ne sont pas utilisées. Enregistrer quand même\u00A0?',
  },
  REPORT_PAGES_TRUNCATED: {
    en: 'Only the first {{max}} pages are shown.',
    fr: 'Seules les {{max}} premières pages sont affichées.',
  },
  SDWAN_SAVE_UNCHECKED: {
    en: 'The connectivity check failed. Save, and disable automatic provisioning and collect?',
    fr: 'Le test de connectivité a échoué. Enregistrer, et désactiver l’approvisionnement automatique et la collecte\u00A0?',
  },
  ALL_CUSTOMERS_SLOW: {
    en: 'Selecting all customers slows the answer.',
    fr: 'Sélectionner tous les clients ralentit la réponse.',
  },
  PERCENTAGE_OUT_OF_RANGE: {
    en: 'A percentage lies between 0 and 100: beyond, the alarm is raised always or never.',
    fr: 'Un pourcentage est compris entre 0 et 100\u00A0: au-delà, l’alarme se déclenche toujours ou jamais.',
  },
  COLLECT_DELAY: {
    en: 'This takes effect within {{min}} to {{max}} minutes.',
    fr: 'La prise d’effet intervient dans un délai de {{min}} à {{max}} minutes.',
  },
} as const satisfies Record<string, Text>;

export type WarningCode = keyof typeof warnings;

export const warningText = (code: WarningCode, language: TextLanguage, params: TextParameters = {}): string =>
  fillText(warnings[code][language], params, language);
