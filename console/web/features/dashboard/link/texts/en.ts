export const en = {
  copyLink: 'Copy link',
  copyLocked: 'Copy link with locked period',
  copied: 'The link is copied. Those who may read this page can open it.',
  notCopied: 'The browser does not let this page copy. The link is {{link}}',
} as const;
