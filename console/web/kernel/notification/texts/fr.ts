import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  failing_one: '{{names}} ne reçoit plus de notifications depuis plus de 15\u00A0minutes.',
  failing_other:
    '{{count}} cibles ne reçoivent plus de notifications depuis plus de 15\u00A0minutes\u00A0: {{names}}.',
  'result-waiting': 'En attente',
  'result-retrying': 'Nouvel essai',
  'result-delivered': 'Remis',
  'result-dead': 'Non remis',
  'result-dropped': 'Abandonné',
  show: 'Voir les cibles de notification',
} as const satisfies Like<typeof en>;
