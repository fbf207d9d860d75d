import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  utcDays:
    'Les jours antérieurs au {{until}} sont des jours UTC\u00A0: les valeurs horaires de cette période ne sont plus conservées.',
  uncutHours: 'Les jours de {{zone}} sont découpés à l’heure UTC pleine.',
  uncutHoursUntil: 'Les jours de {{zone}} antérieurs au {{until}} sont découpés à l’heure UTC pleine.',
} satisfies Like<typeof en>;
