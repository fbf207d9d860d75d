import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  summary: '{{kpi}}\u00A0: minimum {{min}}, maximum {{max}}, dernière valeur {{last}} ({{time}})',
  range: 'minimum {{min}}, maximum {{max}}, dernière valeur {{last}} ({{time}})',
} as const satisfies Like<typeof en>;
