import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  revoke: 'Révoquer',
  revokeNamed: 'Révoquer {{name}}',
  revokeTitle: 'Révoquer le jeton «\u00A0{{name}}\u00A0»\u00A0?',
  revokeConsequence:
    'Les programmes qui l’utilisent perdent aussitôt l’accès. Cette action est irréversible.',
  revoked: 'Jeton «\u00A0{{name}}\u00A0» révoqué',
} satisfies Like<typeof en>;
