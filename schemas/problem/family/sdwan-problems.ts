import type { ProblemDefinition } from '../definition.ts';

/** SD-WAN dashlets and managers, provisioning and imports. */
export const sdwanProblems = {
  SDWAN_TYPES_DIFFER: {
    status: 502,
    en: 'The server was reached, but its type differs from the configured one.',
    fr: 'Le serveur a été atteint, mais son type diffère de celui configuré.',
  },
  SDWAN_AUTHENTICATION_FAILED: {
    status: 502,
    en: 'Authentication on the SD-WAN manager failed.',
    fr: 'L’authentification auprès du gestionnaire SD-WAN a échoué.',
  },
  SDWAN_ADOM_NOT_FOUND: {
    status: 502,
    en: 'Customer domain (ADOM) {{adom}} not found.',
    fr: 'Domaine client (ADOM) {{adom}} introuvable.',
  },
  SDWAN_UNREACHABLE: {
    status: 502,
    en: 'The SD-WAN manager is not accessible.',
    fr: 'Le gestionnaire SD-WAN n’est pas accessible.',
  },
  SDWAN_STATUS_FAILED: {
    status: 502,
    en: 'The SD-WAN manager responded with {{status}}: {{detail}}. Check the address and the endpoint.',
    fr: 'Le gestionnaire SD-WAN a répondu {{status}}\u00A0: {{detail}}. Vérifiez l’adresse et le point d’accès.',
  },
  SDWAN_MANAGER_FAILED: {
    status: 502,
    en: 'The SD-WAN manager responded with {{status}}: {{detail}}. The fault is in the manager, or in a proxy in front of it: check its state and its log, then try again.',
    fr: 'Le gestionnaire SD-WAN a répondu {{status}}\u00A0: {{detail}}. Le défaut est dans le gestionnaire, ou dans un proxy devant lui\u00A0: vérifiez son état et son journal, puis réessayez.',
  },
  SDWAN_ROUTE_MISSING: {
    status: 502,
    en: 'The SD-WAN manager returned 404: the route is probably missing.',
    fr: 'Le gestionnaire SD-WAN a répondu 404\u00A0: la route est probablement absente.',
  },
  SDWAN_BAD_CREDENTIALS: {
    status: 502,
    en: 'The SD-WAN manager returned 401: bad credentials.',
    fr: 'Le gestionnaire SD-WAN a répondu 401\u00A0: identifiants incorrects.',
  },
  SDWAN_INSUFFICIENT_RIGHTS: {
    status: 502,
    en: 'The SD-WAN manager returned 403: insufficient permissions.',
    fr: 'Le gestionnaire SD-WAN a répondu 403\u00A0: droits insuffisants.',
  },
  SDWAN_REQUEST_INVALID: {
    status: 502,
    en: 'The SD-WAN manager returned 400, invalid request: {{detail}}',
    fr: 'Le gestionnaire SD-WAN a répondu 400, requête invalide\u00A0: {{detail}}',
  },
  SDWAN_ATTRIBUTE_UNKNOWN: {
    status: 400,
    en: 'Unresolved placeholder: unknown attribute {{name}}.',
    fr: 'Paramètre non résolu\u00A0: attribut {{name}} inconnu.',
  },
  SDWAN_ELEMENT_UNKNOWN: {
    status: 400,
    en: 'Unresolved placeholder: unknown network element {{name}}.',
    fr: 'Paramètre non résolu\u00A0: élément réseau {{name}} inconnu.',
  },
  SDWAN_CONTEXT_NO_MATCH: {
    status: 422,
    en: 'Unresolved placeholder: the context has no {{name}}.',
    fr: 'Paramètre non résolu\u00A0: le contexte ne contient aucun {{name}}.',
  },
  SDWAN_CONTEXT_MANY_MATCHES: {
    status: 422,
    en: 'Unresolved placeholder: {{name}} has {{count}} matches in the context, exactly one is required.',
    fr: 'Paramètre non résolu\u00A0: {{name}} correspond à {{count}} éléments du contexte, un seul est requis.',
  },
  JSON_FILTER_SYNTAX: {
    status: 400,
    en: 'Invalid JSON filter: the syntax is wrong at character {{position}}.',
    fr: 'Filtre JSON invalide\u00A0: la syntaxe est incorrecte au caractère {{position}}.',
  },
  JSON_FILTER_PATH: {
    status: 422,
    en: 'Invalid JSON filter: the path cannot be resolved.',
    fr: 'Filtre JSON invalide\u00A0: le chemin ne peut pas être résolu.',
  },
  JSON_FILTER_SLOW: {
    status: 422,
    en: 'The JSON filter takes too long for this response. Make it simpler, or select fewer elements.',
    fr: 'Le filtre JSON est trop long à appliquer à cette réponse. Simplifiez-le ou sélectionnez moins d’éléments.',
  },
  SDWAN_ENDPOINT_NOT_ALLOWED: {
    status: 400,
    en: 'Dashlets may only query paths below {{path}}.',
    fr: 'Les widgets ne peuvent interroger que des chemins sous {{path}}.',
  },
  SDWAN_ENDPOINT_OF_OTHER: {
    status: 400,
    en: 'This endpoint is one of {{endpoint}}, and the manager is of type {{manager}}. Add its endpoint below "Other kinds of managers".',
    fr: 'Ce point d’accès est celui de {{endpoint}}, et le gestionnaire est de type {{manager}}. Ajoutez le sien sous «\u00A0Autres types de gestionnaires\u00A0».',
  },
  SDWAN_ENDPOINT_CHARACTER: {
    status: 400,
    en: 'The path of an endpoint cannot contain "{{character}}". Use letters without accents, digits, hyphens, dots, commas and colons.',
    fr: 'Le chemin d’un point d’accès ne peut pas contenir «\u00A0{{character}}\u00A0». Utilisez des lettres sans accent, des chiffres, des tirets, des points, des virgules et des deux-points.',
  },
  SDWAN_HEADER_NOT_ALLOWED: {
    status: 400,
    en: 'Dashlets may not send the header {{name}}. An administrator of the installation can allow it (SDWAN_DASHLET_HEADERS).',
    fr: 'Les widgets ne peuvent pas envoyer l’en-tête {{name}}. Un administrateur de l’installation peut l’autoriser (SDWAN_DASHLET_HEADERS).',
  },
  SDWAN_HEADER_RESERVED: {
    status: 400,
    en: 'The server sets this header itself.',
    fr: 'Le serveur définit lui-même cet en-tête.',
  },
  SDWAN_HEADER_CHARACTER: {
    status: 400,
    en: 'Header {{name}} cannot carry "{{character}}": send it in Base64, or write letters without accents.',
    fr: 'L’en-tête {{name}} ne peut pas contenir «\u00A0{{character}}\u00A0»\u00A0: envoyez-le en Base64, ou écrivez sans accents.',
  },
  SDWAN_SITES_LIMITED: {
    status: 403,
    en: 'SD-WAN dashlets read the manager of the entire network, and you have access to some sites only.',
    fr: 'Les widgets SD-WAN interrogent le gestionnaire de tout le réseau, et vous n’avez accès qu’à certains sites.',
  },
  SDWAN_SERVER_LIST_EMPTY: {
    status: 404,
    en: 'No SD-WAN server is configured.',
    fr: 'Aucun serveur SD-WAN n’est configuré.',
  },
  SDWAN_SERVER_NOT_FOUND: {
    status: 404,
    en: 'No SD-WAN server was found for this customer.',
    fr: 'Aucun serveur SD-WAN n’a été trouvé pour ce client.',
  },
  SDWAN_SLOW: {
    status: 504,
    en: 'The SD-WAN manager takes too long to respond.',
    fr: 'Le gestionnaire SD-WAN met trop de temps à répondre.',
  },
  SDWAN_ADDRESS_NOT_ALLOWED: {
    status: 400,
    en: 'The SD-WAN manager may not be called: {{reason}}',
    fr: 'Le gestionnaire SD-WAN ne peut pas être appelé\u00A0: {{reason}}',
  },
  SDWAN_CERTIFICATE_INVALID: {
    status: 502,
    en: 'The certificate of the SD-WAN manager is not valid: {{reason}}',
    fr: 'Le certificat du gestionnaire SD-WAN n’est pas valide\u00A0: {{reason}}',
  },
  SDWAN_CERTIFICATE_CHANGED: {
    status: 502,
    en: 'The SD-WAN manager shows another certificate than before, and certificates are not verified. Check the manager to accept it.',
    fr: 'Le gestionnaire SD-WAN présente un autre certificat qu’auparavant, et les certificats ne sont pas vérifiés. Testez le gestionnaire pour l’accepter.',
  },
  SDWAN_REDIRECTED: {
    status: 502,
    en: 'The SD-WAN manager redirects to {{location}}, which is not followed. Enter the address where it answers.',
    fr: 'Le gestionnaire SD-WAN redirige vers {{location}}, ce qui n’est pas suivi. Saisissez l’adresse à laquelle il répond.',
  },
  SDWAN_PASSWORD_EXPIRED: {
    status: 502,
    en: 'The SD-WAN manager wants a new password for this account. Change it there, then enter it here.',
    fr: 'Le gestionnaire SD-WAN exige un nouveau mot de passe pour ce compte. Changez-le sur le gestionnaire, puis saisissez-le ici.',
  },
  SDWAN_RESPONSE_TOO_LARGE: {
    status: 502,
    en: 'The response of the SD-WAN manager is larger than {{max}} MB: it was cut and is not shown.',
    fr: 'La réponse du gestionnaire SD-WAN dépasse {{max}}\u00A0Mo\u00A0: elle a été coupée et n’est pas affichée.',
  },
  SDWAN_RESPONSE_NOT_JSON: {
    status: 502,
    en: 'The response of the SD-WAN manager is not valid JSON: error at character {{position}} of {{length}}.',
    fr: 'La réponse du gestionnaire SD-WAN n’est pas du JSON valide\u00A0: erreur au caractère {{position}} sur {{length}}.',
  },
  SDWAN_BUSY: {
    status: 503,
    en: 'The SD-WAN manager is overloaded or limits its requests. Try again later.',
    fr: 'Le gestionnaire SD-WAN est surchargé ou limite ses requêtes. Réessayez plus tard.',
  },
  SDWAN_TENANT_NOT_FOUND: {
    status: 502,
    en: 'The SD-WAN manager has no customer {{tenant}}.',
    fr: 'Le gestionnaire SD-WAN n’a pas de client {{tenant}}.',
  },
  SDWAN_SERVER_UNAVAILABLE: {
    status: 502,
    en: 'Server seems unavailable, please check its configuration',
    fr: 'Le serveur semble indisponible, veuillez vérifier sa configuration',
  },
  SDWAN_CONNECTIVITY_FAILED: {
    status: 409,
    en: 'The connectivity check was unsuccessful. Saving anyway disables automatic provisioning and collection.',
    fr: 'Le test de connectivité a échoué. Enregistrer quand même désactive l’approvisionnement automatique et la collecte.',
  },
  SDWAN_URL_TAKEN: {
    status: 409,
    en: 'The manager “{{name}}” has this address. Two of them read the same network twice, unless each reads another part of it.',
    fr: 'Le gestionnaire «\u00A0{{name}}\u00A0» a cette adresse. À deux, ils lisent deux fois le même réseau, sauf si chacun en lit une autre partie.',
  },
  SDWAN_CLIENT_ID_INVALID: {
    status: 400,
    en: 'The customer ID contains illegal characters: use lowercase letters, digits, underscore, hyphen, slash or dot.',
    fr: 'L’identifiant client contient des caractères interdits\u00A0: utilisez des minuscules, des chiffres, le tiret bas, le tiret, la barre oblique ou le point.',
  },
  SDWAN_CLIENT_REQUIRED: {
    status: 400,
    en: 'A server of a single customer needs the information of that customer.',
    fr: 'Un serveur mono-client nécessite les informations de son client.',
  },
  SDWAN_TOKEN_UNSUPPORTED: {
    status: 400,
    en: 'A VSD has no API tokens: enter a password.',
    fr: 'Un VSD n’a pas de jetons d’API : saisissez un mot de passe.',
  },
  SDWAN_RECIPIENT_DIFFERS: {
    status: 400,
    en: 'This customer belongs to collection sub-network {{network}}.',
    fr: 'Ce client appartient au sous-réseau de collecte {{network}}.',
  },
  SDWAN_PASSWORD_UNKNOWN: {
    status: 400,
    en: 'Enter the password: it is kept only for the same address and login, with the certificate verified as before.',
    fr: 'Saisissez le mot de passe\u00A0: il n’est conservé que pour la même adresse et le même identifiant, avec la même vérification du certificat.',
  },
  NETWORK_NAME_TAKEN: {
    status: 409,
    en: 'This network name is already in use',
    fr: 'Ce nom de réseau est déjà utilisé',
  },
  LOOPBACK_GROUP_MISSING: {
    status: 400,
    en: 'The regular expression needs at least one group; only the first group is used.',
    fr: 'L’expression régulière doit contenir au moins un groupe\u00A0; seul le premier groupe est utilisé.',
  },
  IMPORT_START_FAILED: {
    status: 500,
    en: 'An error occured while starting the import',
    fr: 'Une erreur s’est produite au lancement de l’import',
  },
  IMPORT_FAILED: { status: 422, en: 'Import failed', fr: 'L’import a échoué' },
  IMPORT_TOO_LARGE: {
    status: 413,
    en: 'Import failed cause file is too big',
    fr: 'L’import a échoué car le fichier est trop volumineux',
  },
  IMPORT_RESULT_UNREADABLE: {
    status: 404,
    en: 'Impossible to open file result',
    fr: 'Impossible d’ouvrir le fichier résultat',
  },
  IMPORT_FORMAT_INVALID: {
    status: 400,
    en: 'The format of the import file is not valid.',
    fr: 'Le format du fichier d’import n’est pas valide.',
  },
  PROVISIONING_RUNNING: {
    status: 409,
    en: 'A run is already in progress.',
    fr: 'Une exécution est déjà en cours.',
  },
} as const satisfies Record<string, ProblemDefinition>;
