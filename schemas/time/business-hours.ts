/** Business days, ISO 8601: 1 is Monday, 7 is Sunday. */
export const businessHours = {
  '24h': { days: [1, 2, 3, 4, 5, 6, 7], en: '24h', fr: '24h' },
  'monday-friday': { days: [1, 2, 3, 4, 5], en: 'Monday to Friday', fr: 'Du lundi au vendredi' },
  'monday-saturday': { days: [1, 2, 3, 4, 5, 6], en: 'Monday to Saturday', fr: 'Du lundi au samedi' },
} as const satisfies Record<string, { days: readonly number[]; en: string; fr: string }>;

export type BusinessHours = keyof typeof businessHours;

export const businessHoursOptions = Object.keys(businessHours) as BusinessHours[];

/** Whether a weekday (1 Monday to 7 Sunday, in the user's time zone) is a business day. */
export const isBusinessDay = (option: BusinessHours, weekday: number): boolean =>
  (businessHours[option].days as readonly number[]).includes(weekday);
