export const en = {
  comparison: 'Compare with',
  comparison_none: 'Nothing',
  comparison_previous: 'The period before',
  comparison_day: 'The same period a day ago',
  comparison_week: 'The same period a week ago',
  comparison_month: 'The same period a month ago',
} as const;
