/** Problems of the catalogue that nothing raises yet, by what raises them one day, or by who says the same in other words. */
export const unraised: Readonly<Record<string, readonly string[]>> = {
  'dashboards and their dashlets': ['DASHBOARD_NOT_FOUND', 'DASHBOARD_FORBIDDEN', 'DASHLET_EXPIRED'],
  'reports and schedulings': ['REPORT_MAIL_FAILED', 'REPORT_PDF_FAILED'],
  'licence, agents and overridden texts in the platform settings': ['APPLICATION_LICENSE_MISSING'],
  'nothing: a panel that cannot be loaded or saved shows the problem of the reply itself': [
    'SETTINGS_SAVE_FAILED',
    'SETTINGS_LOAD_FAILED',
  ],
  'nothing: the page names the right that is missing': ['PAGE_FORBIDDEN'],
  'nothing: a browser that is not supported could not read the catalogue (console/web/public/unsupported.html)':
    ['BROWSER_UNSUPPORTED'],
};

/** Warnings of the catalogue that nothing shows yet, by the screen that shows them one day. */
export const unshownWarnings: Readonly<Record<string, readonly string[]>> = {
  'sign-in: the text of a rejected sign-in contains it': ['TOO_MANY_TRIES_LOCK'],
  'the end of a session that is announced': ['SESSION_ENDS_SOON'],
};
