export const en = {
  copyLink: 'Copy link',
  copyLocked: 'Copy link with locked period',
  copied: 'Link copied. Users who can read this page can open it.',
  notCopied: 'The browser denied access to the clipboard. The link is {{link}}',
} as const;
