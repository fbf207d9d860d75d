import type { ProblemDefinition } from '../definition.ts';

/** Resources and their sharing. */
export const resourceProblems = {
  /** For users who could read it; for others it does not exist. */
  RESOURCE_DELETED: {
    status: 410,
    en: 'This resource no longer exists. {{author}} deleted “{{name}}” on {{at}}.',
    fr: 'Cette ressource n’existe plus. {{author}} a supprimé «\u00A0{{name}}\u00A0» le {{at}}.',
  },
  SHARE_PROFILES_REQUIRED: {
    status: 400,
    en: 'provide a list of profiles',
    fr: 'indiquez une liste de profils',
  },
  SHARE_EVERYONE_REFUSED: {
    status: 403,
    en: 'Sharing with every customer requires access to every customer.',
    fr: 'Le partage avec tous les clients requiert l’accès à tous les clients.',
  },
  REACHES_OTHER_CUSTOMERS: {
    status: 403,
    en: 'This also applies to customers that you cannot access. Changing it requires access to every customer.',
    fr: 'Ceci s’applique aussi à des clients auxquels vous n’avez pas accès. Pour le modifier, il faut avoir accès à tous les clients.',
  },
  SHARE_TARGET_UNKNOWN: {
    status: 422,
    en: 'One of these profiles or customers does not exist or contains customers that you cannot access.',
    fr: 'L’un de ces profils ou clients n’existe pas, ou contient des clients auxquels vous n’avez pas accès.',
  },
  OWNER_UNKNOWN: {
    status: 422,
    en: 'Unknown owner. Owners need write access to such resources and see no customer that you cannot access.',
    fr: 'Propriétaire inconnu. Un propriétaire peut modifier ces ressources et n’a accès qu’à des clients auxquels vous avez accès.',
  },
} as const satisfies Record<string, ProblemDefinition>;
