export const en = {
  ofDashlet: 'Download PNG',
  ofPage: 'Download page as PNG',
  working: 'The picture is being made.',
  failed: 'The browser could not make the picture.',
} as const;
