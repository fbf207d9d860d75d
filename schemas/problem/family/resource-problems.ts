import type { ProblemDefinition } from '../definition.ts';

/** Resources and their sharing. */
export const resourceProblems = {
  SHARE_PROFILES_REQUIRED: {
    status: 400,
    en: 'Provide a list of profiles.',
    fr: 'Indiquez une liste de profils.',
  },
  SHARE_EVERYONE_REFUSED: {
    status: 403,
    en: 'This resource is shared with every client, or would be: that takes access to every client.',
    fr: 'Cette ressource est ou serait partagée avec tous les clients\u00A0: il faut pour cela avoir accès à tous les clients.',
  },
  SHARE_TARGET_UNKNOWN: {
    status: 422,
    en: 'One of these profiles or clients does not exist, or holds clients that you may not see.',
    fr: 'L’un de ces profils ou clients n’existe pas, ou contient des clients auxquels vous n’avez pas accès.',
  },
  OWNER_UNKNOWN: {
    status: 422,
    en: 'Nobody whom you may choose has this number: an owner may change such resources, and sees no client that you do not see.',
    fr: 'Aucun utilisateur que vous puissiez choisir ne porte ce numéro\u00A0: un propriétaire peut modifier ces ressources, et n’a accès qu’à des clients auxquels vous avez accès.',
  },
} as const satisfies Record<string, ProblemDefinition>;
