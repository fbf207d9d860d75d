/** Problems of the catalogue that nothing raises yet, by what raises them one day, or by who says the same in other words. */
export const unraised: Readonly<Record<string, readonly string[]>> = {
  'dashboards and their dashlets': [
    ...['DASHBOARD_UNAVAILABLE', 'DASHBOARD_NOT_FOUND', 'DASHBOARD_FORBIDDEN', 'CONTEXT_TOO_LARGE'],
    ...[
      'DASHLET_NO_DATA',
      'DASHLET_EXPIRED',
      'DASHLET_NO_CONTEXT',
      'DASHLET_UNPROCESSABLE',
      'DASHLET_NO_MATCH',
    ],
    ...['TOP_TOO_LARGE', 'TABLE_TOO_MANY_COLUMNS', 'FORMATTING_INCOMPATIBLE', 'COLUMN_FILTER_INCOMPATIBLE'],
    ...['IFRAME_NOT_ALLOWED', 'IFRAME_NOT_IN_REPORT', 'FILTER_DUPLICATE', 'FILTER_MANDATORY_ALL'],
    ...['FLOW_MAP_TOO_MANY_SITES', 'FLOW_MAP_TOO_MANY_KPIS', 'FLOW_MAP_NO_REMOTE_SITE', 'RESOURCE_GONE'],
    ...['TEXT_TOO_LONG', 'UNSAVED_MODIFICATIONS', 'DOWNLOAD_FAILED', 'START_AFTER_END'],
  ],
  'reports and schedulings': [
    ...['REPORT_UNAVAILABLE', 'REPORT_SAVE_FAILED', 'REPORT_RESOLVE_FAILED', 'REPORT_MAIL_FAILED'],
    ...['REPORT_IMAGE_UPLOAD_FAILED', 'REPORT_FILE_INVALID', 'REPORT_TOO_MANY_PAGES', 'REPORT_PDF_FAILED'],
    ...['SCHEDULING_SUBSCRIBE_FAILED', 'SCHEDULING_UNSUBSCRIBE_FAILED', 'SCHEDULING_SERVER_ERROR'],
    ...[
      'SCHEDULING_NOT_FOUND',
      'SCHEDULING_LIST_INVALID',
      'SCHEDULING_NO_EMAILS',
      'SCHEDULING_VARIABLES_INVALID',
    ],
    ...['TIMEZONE_UNKNOWN', 'RECIPIENT_FIXED', 'NOT_CONFIRMED'],
  ],
  'SD-WAN managers': [
    ...['SDWAN_TYPES_DIFFER', 'SDWAN_AUTHENTICATION_FAILED', 'SDWAN_ADOM_NOT_FOUND', 'SDWAN_UNREACHABLE'],
    ...['SDWAN_ROUTE_MISSING', 'SDWAN_BAD_CREDENTIALS', 'SDWAN_INSUFFICIENT_RIGHTS', 'SDWAN_REQUEST_INVALID'],
    ...[
      'SDWAN_ATTRIBUTE_UNKNOWN',
      'SDWAN_ELEMENT_UNKNOWN',
      'SDWAN_CONTEXT_NO_MATCH',
      'SDWAN_CONTEXT_MANY_MATCHES',
    ],
    ...[
      'JSON_FILTER_SYNTAX',
      'JSON_FILTER_PATH',
      'SDWAN_SERVER_LIST_EMPTY',
      'SDWAN_SERVER_NOT_FOUND',
      'SDWAN_SLOW',
    ],
    ...[
      'SDWAN_SERVER_UNAVAILABLE',
      'SDWAN_CONNECTIVITY_FAILED',
      'SDWAN_CLIENT_ID_INVALID',
      'SDWAN_CLIENT_REQUIRED',
    ],
    ...['NETWORK_NAME_TAKEN', 'LOOPBACK_GROUP_MISSING', 'REGEX_INVALID'],
  ],
  'provisioning imports and the inventory': [
    ...['IMPORT_START_FAILED', 'IMPORT_FAILED', 'IMPORT_TOO_LARGE', 'IMPORT_RESULT_UNREADABLE'],
    ...[
      'IMPORT_FORMAT_INVALID',
      'IMPORT_CANCELLED',
      'PROVISIONING_RUNNING',
      'ELEMENT_HAS_CHILDREN',
      'IPV4_INVALID',
    ],
  ],
  'the screen of custom applications': [
    ...['APPLICATION_SAVE_FAILED', 'APPLICATION_LICENSE_MISSING'],
    ...['ALPHANUMERIC_ONLY'],
  ],
  'licence, agents, iframes and overridden texts in the platform settings': [
    ...[
      'LICENSE_SAME',
      'LICENSE_EMPTY',
      'LICENSE_FORMAT_INVALID',
      'LICENSE_SIGNATURE_INVALID',
      'LICENSE_INVALID',
    ],
    ...['LICENSE_EXPIRED', 'LICENSE_CERTIFICATE_MISSING', 'LICENSE_CERTIFICATE_MISMATCH'],
    ...['CERTIFICATE_SIGNATURE_INVALID', 'CERTIFICATE_UNVERIFIED', 'AGENT_UNDERSCORE', 'AGENT_DATE_FORMAT'],
    ...[
      'AGENT_DATE_INVALID',
      'AGENT_DATE_PAST',
      'AGENT_INDEX_INVALID',
      'URL_TAKEN',
      'TRANSLATION_OVERRIDE_FAILED',
    ],
  ],
  'nothing: the panel that could not be loaded or saved tells the problem of the answer itself': [
    ...['ALERT_COUNT_FAILED', 'ALERT_MAP_FAILED', 'ALERT_TABLE_FAILED'],
    ...['SETTINGS_SAVE_FAILED', 'SETTINGS_LOAD_FAILED', 'FORMULA_SAVE_FAILED'],
  ],
  'nothing: the page names the right that is missing': ['PAGE_FORBIDDEN'],
  'nothing: a browser that is not supported could not read the catalogue (console/web/public/unsupported.html)':
    ['BROWSER_UNSUPPORTED'],
};
