import type { ProblemDefinition } from '../definition.ts';

/** Network files, SNMP access and discovery. */
export const networkProblems = {
  NOTE_TOO_LARGE: {
    status: 422,
    en: 'A note has at most 10 kB.',
    fr: 'Une note fait au plus 10 ko.',
  },
  NETWORK_FILE_INVALID: {
    status: 400,
    en: 'Line {{line}}, {{path}}: {{fault}}',
    fr: 'Ligne {{line}}, {{path}}\u00A0: {{fault}}',
  },
  NETWORK_FILE_SYNTAX: {
    status: 400,
    en: 'The file is not valid YAML: {{reason}}',
    fr: 'Le fichier n’est pas du YAML valide\u00A0: {{reason}}',
  },
  NETWORK_KEY_UNKNOWN: {
    status: 400,
    en: 'Unknown key “{{key}}”.',
    fr: 'Clé inconnue «\u00A0{{key}}\u00A0».',
  },
  NETWORK_NAME_REPEATED: {
    status: 400,
    en: '“{{name}}” is already used by {{other}}.',
    fr: '«\u00A0{{name}}\u00A0» est déjà utilisé par {{other}}.',
  },
  NETWORK_NAME_SPELLED: {
    status: 400,
    en: '“{{name}}” is stored as “{{other}}”. Names are unique regardless of case.',
    fr: '«\u00A0{{name}}\u00A0» est enregistré sous le nom «\u00A0{{other}}\u00A0». Les noms sont uniques sans distinction de casse.',
  },
  NETWORK_ENTRY_REPEATED: {
    status: 400,
    en: 'This repeats {{other}}.',
    fr: 'Cette entrée répète {{other}}.',
  },
  NETWORK_EXPORTER_TAKEN: {
    status: 400,
    en: 'The exporter {{address}} already belongs to {{other}}.',
    fr: 'L’exporteur {{address}} appartient déjà à {{other}}.',
  },
  NETWORK_EXPORTER_OF_OTHERS: {
    status: 400,
    en: 'The exporter {{address}} already belongs to a device of another customer.',
    fr: 'L’exporteur {{address}} appartient déjà à un équipement d’un autre client.',
  },
  NETWORK_ADDRESS_REPEATED: {
    status: 400,
    en: 'Line {{otherLine}} gives the address {{address}} to the device “{{other}}”. Each device of a customer has its own address: correct one of the two lines.',
    fr: 'La ligne {{otherLine}} attribue l’adresse {{address}} à l’équipement «\u00A0{{other}}\u00A0». Chaque équipement d’un client a sa propre adresse\u00A0: corrigez l’une des deux lignes.',
  },
  NETWORK_ADDRESS_TAKEN: {
    status: 400,
    en: 'The address {{address}} belongs to the device “{{device}}” at site “{{site}}” of customer “{{customer}}”. Correct the address. If both are the same device, use only one of the two names; if “{{device}}” no longer exists, delete it first.',
    fr: 'L’adresse {{address}} appartient à l’équipement «\u00A0{{device}}\u00A0» du site «\u00A0{{site}}\u00A0» du client «\u00A0{{customer}}\u00A0». Corrigez l’adresse. S’il s’agit du même équipement, n’utilisez qu’un des deux noms\u00A0; si «\u00A0{{device}}\u00A0» n’existe plus, supprimez-le d’abord.',
  },
  NETWORK_ADDRESS_OF_OTHERS: {
    status: 400,
    en: 'The address {{address}} belongs to another device of this customer, at a site that you do not see. Correct the address, or contact a user who sees every site of the customer.',
    fr: 'L’adresse {{address}} appartient à un autre équipement de ce client, sur un site que vous ne voyez pas. Corrigez l’adresse, ou contactez un utilisateur qui voit tous les sites du client.',
  },
  NETWORK_COMPONENT_RENAMED: {
    status: 400,
    en: 'The device already has this {{kind}}, as “{{name}}”.',
    fr: 'L’équipement a déjà cet élément ({{kind}}), sous le nom «\u00A0{{name}}\u00A0».',
  },
  NETWORK_COMPONENT_SOURCE: {
    status: 400,
    en: 'A {{kind}} has counters from {{sources}}.',
    fr: 'Les compteurs de cet élément ({{kind}}) proviennent de {{sources}}.',
  },
  NETWORK_RULE_INVALID: {
    status: 400,
    en: 'Name exactly one of interface, vpn, vrf, agent and process.',
    fr: 'Indiquez exactement l’une des clés interface, vpn, vrf, agent et process.',
  },
  NETWORK_DEVICE_WITHOUT_SITE: {
    status: 400,
    en: 'A device needs its site.',
    fr: 'Un équipement nécessite son site.',
  },
  NETWORK_PART_WITHOUT_DEVICE: {
    status: 400,
    en: 'An interface or component needs its device.',
    fr: 'Une interface ou un composant nécessite son équipement.',
  },
  NETWORK_THRESHOLD_OF_SITE: {
    status: 400,
    en: 'A threshold belongs to a customer, a device or an interface, not to a site.',
    fr: 'Un seuil se rapporte à un client, à un équipement ou à une interface, pas à un site.',
  },
  NETWORK_THRESHOLD_AMBIGUOUS: {
    status: 400,
    en: 'A threshold belongs to an interface or to a component, not to both.',
    fr: 'Un seuil se rapporte à une interface ou à un composant, pas aux deux.',
  },
  OUTLIERS_OVER_MEASURES: {
    status: 400,
    en: 'With more outliers than measures the alarm could never raise.',
    fr: 'Avec plus de valeurs hors seuil que de mesures, l’alarme ne se déclencherait jamais.',
  },
  NETWORK_TARGET_UNKNOWN: {
    status: 400,
    en: 'The inventory has no such customer or element.',
    fr: 'L’inventaire ne contient ni ce client ni cet élément.',
  },
  NETWORK_CUSTOMER_UNKNOWN: {
    status: 400,
    en: 'No customer “{{customer}}”.',
    fr: 'Aucun client «\u00A0{{customer}}\u00A0».',
  },
  NETWORK_SITE_UNKNOWN: {
    status: 400,
    en: '{{customer}} has no site “{{site}}”.',
    fr: '{{customer}} n’a pas de site «\u00A0{{site}}\u00A0».',
  },
  NETWORK_INTERFACE_UNKNOWN: {
    status: 400,
    en: 'The device has no interface “{{name}}”.',
    fr: 'L’équipement n’a pas d’interface «\u00A0{{name}}\u00A0».',
  },
  NETWORK_CUSTOMER_NOT_ALLOWED: {
    status: 403,
    en: 'No customer “{{customer}}”. Adding one requires {{permission}} and access to every customer.',
    fr: 'Aucun client «\u00A0{{customer}}\u00A0». En ajouter un nécessite {{permission}} et l’accès à tous les clients.',
  },
  NETWORK_CUSTOMER_DIFFERS: {
    status: 403,
    en: '{{field}} of the customer “{{customer}}” differs. Changing it requires {{permission}} and access to every customer.',
    fr: 'La valeur {{field}} du client «\u00A0{{customer}}\u00A0» diffère. La modifier nécessite {{permission}} et l’accès à tous les clients.',
  },
  NETWORK_SITE_NOT_ALLOWED: {
    status: 403,
    en: 'No site “{{site}}”. Adding one requires access to every site of the customer.',
    fr: 'Aucun site «\u00A0{{site}}\u00A0». En ajouter un nécessite l’accès à tous les sites du client.',
  },
  NETWORK_COCKPITS_NOT_ALLOWED: {
    status: 403,
    en: 'Cockpits apply to every customer: importing them requires {{permission}} and access to every customer.',
    fr: 'Les profils d’alarmes s’appliquent à tous les clients\u00A0: les importer nécessite {{permission}} et l’accès à tous les clients.',
  },
  NETWORK_SNMP_AMBIGUOUS: {
    status: 400,
    en: 'Enter snmp or name a stored credential, not both.',
    fr: 'Saisissez snmp ou nommez un identifiant enregistré, pas les deux.',
  },
  NETWORK_CREDENTIAL_UNKNOWN: {
    status: 400,
    en: 'No SNMP credential “{{name}}” is stored.',
    fr: 'Aucun identifiant SNMP «\u00A0{{name}}\u00A0» n’est enregistré.',
  },
  NETWORK_CREDENTIAL_NOT_ALLOWED: {
    status: 403,
    en: 'Stored SNMP credentials require {{permission}} and access to every customer. Enter snmp instead.',
    fr: 'Les identifiants SNMP enregistrés nécessitent {{permission}} et l’accès à tous les clients. Saisissez snmp à la place.',
  },
  NETWORK_ADDRESS_NOT_ALLOWED: {
    status: 403,
    en: 'The device has stored SNMP access, which the new address would receive. Changing the address requires {{permission}} and access to every customer.',
    fr: 'L’équipement a un accès SNMP enregistré, que la nouvelle adresse recevrait. Changer l’adresse nécessite {{permission}} et l’accès à tous les clients.',
  },
  SNMP_COMMUNITY_REQUIRED: {
    status: 400,
    en: 'SNMP v1 and v2c need a community.',
    fr: 'SNMP v1 et v2c nécessitent une communauté.',
  },
  SNMP_USER_REQUIRED: {
    status: 400,
    en: 'SNMP v3 needs a user.',
    fr: 'SNMP v3 nécessite un utilisateur.',
  },
  SNMP_COMMUNITY_UNUSED: {
    status: 400,
    en: 'SNMP v3 uses a user, not a community.',
    fr: 'SNMP v3 utilise un utilisateur, pas une communauté.',
  },
  SNMP_V3_REQUIRED: {
    status: 400,
    en: 'User, authentication, privacy and context require SNMP v3.',
    fr: 'Utilisateur, authentification, chiffrement et contexte nécessitent SNMP v3.',
  },
  SNMP_PRIVACY_WITHOUT_AUTH: {
    status: 400,
    en: 'Privacy requires authentication (RFC 3411 §3.4.3).',
    fr: 'Le chiffrement nécessite l’authentification (RFC 3411 §3.4.3).',
  },
  SNMP_SECRET_UNKNOWN: {
    status: 400,
    en: 'Enter the secret: none is stored for this version and user.',
    fr: 'Saisissez le secret\u00A0: aucun n’est enregistré pour cette version et cet utilisateur.',
  },
  SNMP_CREDENTIAL_IN_USE: {
    status: 409,
    en: '{{devices}} devices use this credential.',
    fr: '{{devices}} équipements utilisent cet identifiant.',
  },
  SNMP_CREDENTIAL_UNKNOWN: {
    status: 400,
    en: 'This credential does not exist.',
    fr: 'Cet identifiant n’existe pas.',
  },
  IP_ADDRESS_INVALID: {
    status: 400,
    en: 'Enter an IPv4 or IPv6 address.',
    fr: 'Saisissez une adresse IPv4 ou IPv6.',
  },
  DISCOVERY_RANGES_TOO_LARGE: {
    status: 400,
    en: 'The ranges contain {{count}} addresses, the maximum is {{max}}.',
    fr: 'Les plages contiennent {{count}} adresses, le maximum est {{max}}.',
  },
  DISCOVERY_CREDENTIAL_NOT_ALLOWED: {
    status: 403,
    en: 'Stored credentials require SETTINGS.SNMP.read and access to every customer. Enter the credential instead.',
    fr: 'Les identifiants enregistrés nécessitent SETTINGS.SNMP.read et l’accès à tous les clients. Saisissez l’identifiant.',
  },
  DISCOVERY_INTERRUPTED: {
    status: 503,
    en: 'The process of this discovery ended repeatedly. Repeat the discovery; if it ends again, see the log of the process.',
    fr: 'Le processus de cette découverte s’est arrêté à plusieurs reprises. Relancez la découverte\u00A0; si elle s’arrête encore, consultez le journal du processus.',
  },
  DISCOVERY_STORE_FAILED: {
    status: 503,
    en: 'PostgreSQL was not available or too slow to store this discovery.',
    fr: 'PostgreSQL était indisponible ou trop lent pour enregistrer cette découverte.',
  },
  DISCOVERY_FAILED: {
    status: 500,
    en: 'This discovery failed; see the log of its process.',
    fr: 'Cette découverte a échoué\u00A0; consultez le journal de son processus.',
  },
  DISCOVERY_RANGES_EMPTY: {
    status: 400,
    en: 'The ranges contain no address.',
    fr: 'Les plages ne contiennent aucune adresse.',
  },
  SITE_UNKNOWN: {
    status: 400,
    en: 'The customer has no such site.',
    fr: 'Le client n’a pas ce site.',
  },
} as const satisfies Record<string, ProblemDefinition>;
