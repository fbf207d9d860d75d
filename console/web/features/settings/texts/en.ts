export const en = {
  title: 'Settings',
  noTab: 'There is no setting that you may see',
  'tab-saml': 'SAML',
  'tab-saml-test': 'Test an assertion',
  'tab-announcement': 'Announcement',
} as const;
