import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  revoke: 'Revoke',
  revokeNamed: 'Revoke {{name}}',
  revokeTitle: 'Revoke token “{{name}}”?',
  revokeConsequence: 'Programs that use it lose access immediately. This cannot be undone.',
  revoked: 'Token “{{name}}” revoked',
} as const;

export const useTokenRevocationTexts = defineTexts('token-revocation', en, fr);
