import {
  account,
  accountCustomer,
  accountProfile,
  accountRegion,
  accountRestriction,
  accountSite,
  apiToken,
  apiTokenCustomer,
  apiTokenDocument,
  layout,
  role,
  rolePermission,
  session,
  setting,
} from './access.ts';
import { applicationOverride, customApplication } from './application.ts';
import { auditElement, auditEvent, auditHead } from './audit.ts';
import { billingCount, billingDay, billingMail } from './billing.ts';
import {
  alarmGroup,
  alarmGroupAccount,
  alarmThreshold,
  alarmCustomerThreshold,
  cockpitAlarm,
  cockpitAlarmGroup,
  cockpitOpened,
  cockpitVersion,
} from './cockpit.ts';
import {
  cluster,
  clusterApplication,
  clusterSite,
  clusterTemplate,
  clusterTemplateApplication,
  clusterTemplateSite,
} from './cluster.ts';
import { debugRecording } from './debug.ts';
import {
  deviceIdentity,
  deviceMiss,
  devicePart,
  discoveryFound,
  discoveryProposal,
  discoveryRun,
} from './discovery.ts';
import {
  customer,
  customerProfile,
  device,
  exporter,
  flowAgent,
  flowAttribution,
  flowTarget,
  networkComponent,
  networkElement,
  networkInterface,
  site,
  snmpCredential,
} from './inventory.ts';
import { kpiDefinition, kpiOverride } from './kpi.ts';
import { deactivatedPoller, polledCounter, poller } from './polling.ts';
import { alarmMail, notificationDelivery, notificationRaise, trapReceiver, webhook } from './notification.ts';
import { pastName } from './past-name.ts';
import { importFile, importMapping, importRun, importSchedule } from './provisioning.ts';
import { qosClass, qosModel } from './qos.ts';
import type { KyselyTable, Relation } from './relation.ts';
import {
  dashboardDocument,
  deletedResource,
  documentLink,
  homeChoice,
  provisionedDocument,
  resource,
} from './resource.ts';
import { resourceMark, resourceShare, resourceVersion } from './resource.ts';
import { sdwanAlarm, sdwanDevice, sdwanProposal, sdwanServer, sdwanVolume } from './sdwan.ts';
import { alarmNote, savedFilter, savedFilterDefault, silence } from './silence.ts';
import {
  accountIdentity,
  passwordReset,
  knownBrowser,
  pendingSignIn,
  recoveryCode,
  roleSecondFactor,
  oidcLogoutToken,
  oidcProvider,
  oidcRequest,
  samlAssertion,
  samlRequest,
  secondFactor,
  sessionOrigin,
  terms,
  termsAcceptance,
} from './sign-in.ts';

/** Every PostgreSQL table, in the order in which they can be made. */
export const postgresTables = [
  role,
  rolePermission,
  customerProfile,
  customer,
  networkElement,
  site,
  snmpCredential,
  device,
  exporter,
  networkInterface,
  networkComponent,
  flowAgent,
  flowAttribution,
  flowTarget,
  account,
  accountCustomer,
  accountProfile,
  accountRestriction,
  accountSite,
  accountRegion,
  apiToken,
  apiTokenCustomer,
  session,
  layout,
  setting,
  resource,
  deletedResource,
  apiTokenDocument,
  resourceShare,
  dashboardDocument,
  provisionedDocument,
  homeChoice,
  documentLink,
  resourceVersion,
  resourceMark,
  cockpitAlarm,
  alarmThreshold,
  alarmCustomerThreshold,
  alarmGroup,
  alarmGroupAccount,
  cockpitAlarmGroup,
  cockpitOpened,
  cockpitVersion,
  customApplication,
  applicationOverride,
  debugRecording,
  silence,
  alarmNote,
  savedFilter,
  savedFilterDefault,
  polledCounter,
  poller,
  deactivatedPoller,
  kpiDefinition,
  kpiOverride,
  discoveryRun,
  discoveryFound,
  discoveryProposal,
  deviceIdentity,
  devicePart,
  deviceMiss,
  importMapping,
  importSchedule,
  importRun,
  importFile,
  webhook,
  trapReceiver,
  alarmMail,
  notificationDelivery,
  notificationRaise,
  pastName,
  auditEvent,
  auditElement,
  auditHead,
  terms,
  termsAcceptance,
  passwordReset,
  knownBrowser,
  pendingSignIn,
  secondFactor,
  recoveryCode,
  roleSecondFactor,
  accountIdentity,
  samlRequest,
  samlAssertion,
  oidcProvider,
  oidcRequest,
  oidcLogoutToken,
  sessionOrigin,
  cluster,
  clusterSite,
  clusterApplication,
  clusterTemplate,
  clusterTemplateSite,
  clusterTemplateApplication,
  qosModel,
  qosClass,
  sdwanServer,
  sdwanProposal,
  sdwanAlarm,
  sdwanVolume,
  sdwanDevice,
  billingDay,
  billingCount,
  billingMail,
] as const satisfies readonly Relation[];

/** The type for the query builder (kysely). */
export interface Database {
  customer_profile: KyselyTable<typeof customerProfile>;
  customer: KyselyTable<typeof customer>;
  network_element: KyselyTable<typeof networkElement>;
  site: KyselyTable<typeof site>;
  snmp_credential: KyselyTable<typeof snmpCredential>;
  device: KyselyTable<typeof device>;
  exporter: KyselyTable<typeof exporter>;
  flow_attribution: KyselyTable<typeof flowAttribution>;
  flow_agent: KyselyTable<typeof flowAgent>;
  flow_target: KyselyTable<typeof flowTarget>;
  cluster: KyselyTable<typeof cluster>;
  cluster_site: KyselyTable<typeof clusterSite>;
  cluster_application: KyselyTable<typeof clusterApplication>;
  cluster_template: KyselyTable<typeof clusterTemplate>;
  cluster_template_site: KyselyTable<typeof clusterTemplateSite>;
  cluster_template_application: KyselyTable<typeof clusterTemplateApplication>;
  network_interface: KyselyTable<typeof networkInterface>;
  network_component: KyselyTable<typeof networkComponent>;
  role: KyselyTable<typeof role>;
  role_permission: KyselyTable<typeof rolePermission>;
  account: KyselyTable<typeof account>;
  account_customer: KyselyTable<typeof accountCustomer>;
  account_profile: KyselyTable<typeof accountProfile>;
  account_region: KyselyTable<typeof accountRegion>;
  account_restriction: KyselyTable<typeof accountRestriction>;
  account_site: KyselyTable<typeof accountSite>;
  api_token: KyselyTable<typeof apiToken>;
  api_token_customer: KyselyTable<typeof apiTokenCustomer>;
  api_token_document: KyselyTable<typeof apiTokenDocument>;
  session: KyselyTable<typeof session>;
  layout: KyselyTable<typeof layout>;
  setting: KyselyTable<typeof setting>;
  resource: KyselyTable<typeof resource>;
  resource_share: KyselyTable<typeof resourceShare>;
  dashboard_document: KyselyTable<typeof dashboardDocument>;
  provisioned_document: KyselyTable<typeof provisionedDocument>;
  home_choice: KyselyTable<typeof homeChoice>;
  document_link: KyselyTable<typeof documentLink>;
  deleted_resource: KyselyTable<typeof deletedResource>;
  resource_version: KyselyTable<typeof resourceVersion>;
  resource_mark: KyselyTable<typeof resourceMark>;
  cockpit_alarm: KyselyTable<typeof cockpitAlarm>;
  alarm_threshold: KyselyTable<typeof alarmThreshold>;
  alarm_customer_threshold: KyselyTable<typeof alarmCustomerThreshold>;
  alarm_group: KyselyTable<typeof alarmGroup>;
  alarm_group_account: KyselyTable<typeof alarmGroupAccount>;
  cockpit_alarm_group: KyselyTable<typeof cockpitAlarmGroup>;
  cockpit_opened: KyselyTable<typeof cockpitOpened>;
  cockpit_version: KyselyTable<typeof cockpitVersion>;
  custom_application: KyselyTable<typeof customApplication>;
  application_override: KyselyTable<typeof applicationOverride>;
  debug_recording: KyselyTable<typeof debugRecording>;
  silence: KyselyTable<typeof silence>;
  alarm_note: KyselyTable<typeof alarmNote>;
  saved_filter: KyselyTable<typeof savedFilter>;
  saved_filter_default: KyselyTable<typeof savedFilterDefault>;
  polled_counter: KyselyTable<typeof polledCounter>;
  poller: KyselyTable<typeof poller>;
  deactivated_poller: KyselyTable<typeof deactivatedPoller>;
  kpi_definition: KyselyTable<typeof kpiDefinition>;
  kpi_override: KyselyTable<typeof kpiOverride>;
  discovery_run: KyselyTable<typeof discoveryRun>;
  discovery_found: KyselyTable<typeof discoveryFound>;
  discovery_proposal: KyselyTable<typeof discoveryProposal>;
  device_identity: KyselyTable<typeof deviceIdentity>;
  device_part: KyselyTable<typeof devicePart>;
  device_miss: KyselyTable<typeof deviceMiss>;
  import_mapping: KyselyTable<typeof importMapping>;
  import_schedule: KyselyTable<typeof importSchedule>;
  import_run: KyselyTable<typeof importRun>;
  import_file: KyselyTable<typeof importFile>;
  webhook: KyselyTable<typeof webhook>;
  trap_receiver: KyselyTable<typeof trapReceiver>;
  alarm_mail: KyselyTable<typeof alarmMail>;
  notification_delivery: KyselyTable<typeof notificationDelivery>;
  notification_raise: KyselyTable<typeof notificationRaise>;
  past_name: KyselyTable<typeof pastName>;
  audit_event: KyselyTable<typeof auditEvent>;
  audit_element: KyselyTable<typeof auditElement>;
  audit_head: KyselyTable<typeof auditHead>;
  terms: KyselyTable<typeof terms>;
  terms_acceptance: KyselyTable<typeof termsAcceptance>;
  password_reset: KyselyTable<typeof passwordReset>;
  known_browser: KyselyTable<typeof knownBrowser>;
  pending_sign_in: KyselyTable<typeof pendingSignIn>;
  second_factor: KyselyTable<typeof secondFactor>;
  recovery_code: KyselyTable<typeof recoveryCode>;
  role_second_factor: KyselyTable<typeof roleSecondFactor>;
  account_identity: KyselyTable<typeof accountIdentity>;
  saml_request: KyselyTable<typeof samlRequest>;
  saml_assertion: KyselyTable<typeof samlAssertion>;
  oidc_provider: KyselyTable<typeof oidcProvider>;
  oidc_request: KyselyTable<typeof oidcRequest>;
  oidc_logout_token: KyselyTable<typeof oidcLogoutToken>;
  session_origin: KyselyTable<typeof sessionOrigin>;
  qos_model: KyselyTable<typeof qosModel>;
  qos_class: KyselyTable<typeof qosClass>;
  sdwan_server: KyselyTable<typeof sdwanServer>;
  sdwan_proposal: KyselyTable<typeof sdwanProposal>;
  sdwan_alarm: KyselyTable<typeof sdwanAlarm>;
  sdwan_volume: KyselyTable<typeof sdwanVolume>;
  sdwan_device: KyselyTable<typeof sdwanDevice>;
  billing_day: KyselyTable<typeof billingDay>;
  billing_count: KyselyTable<typeof billingCount>;
  billing_mail: KyselyTable<typeof billingMail>;
}
