export const en = {
  comparison: 'Compare with',
  comparison_none: 'Nothing',
  comparison_previous: 'The period before',
  comparison_day: 'The same period a day ago',
  comparison_week: 'The same period a week ago',
  comparison_month: 'The same period a month ago',
  marks: 'Mark in the background',
  marksHint: 'Of the elements shown, for users who see alarms',
  marks_alarms: 'Alarms',
  marks_silences: 'Silences and maintenance',
  marks_definitions: 'Changed definitions',
} as const;
