import { opsgenieRequests } from './opsgenie.ts';
import { pagerDutyRequests } from './pagerduty.ts';
import type { NamedService } from './webhook-service.ts';
import type { ServiceRequests } from './service-request.ts';
import { slackRequests } from './slack.ts';
import { teamsRequests } from './teams.ts';
import { telegramRequests } from './telegram.ts';

/** The calls of each service. */
export const serviceRequests: Readonly<Record<NamedService, ServiceRequests>> = {
  slack: slackRequests,
  teams: teamsRequests,
  pagerduty: pagerDutyRequests,
  opsgenie: opsgenieRequests,
  telegram: telegramRequests,
};
