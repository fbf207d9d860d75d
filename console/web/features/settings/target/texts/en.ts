import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  addTarget: 'Add a target',
  newOf: 'New target: {{service}}',
  service: 'Service',
  'service-custom': 'Webhook (own address)',
  'service-slack': 'Slack',
  'service-teams': 'Microsoft Teams',
  'service-pagerduty': 'PagerDuty',
  'service-opsgenie': 'Opsgenie',
  'service-telegram': 'Telegram',
  'secret-slack': 'Bot token',
  'secret-teams': 'Address of the workflow',
  'secret-pagerduty': 'Integration key (routing key)',
  'secret-opsgenie': 'API key',
  'secret-telegram': 'Bot token',
  'channel-slack': 'Channel',
  'channel-telegram': 'Chat',
  'channelHint-slack': '#noc, or the ID of the channel',
  'channelHint-telegram': '-1001234567890, or @channel',
  address: 'Address of the service',
  'hint-slack':
    'Create a Slack app with the scope chat:write and invite it into the channel. Changes and the clear of an alarm reply to its first message.',
  'hint-teams':
    'In Teams, add the workflow “When a Teams webhook request is received” to a channel and copy its address. Each event is a card: Teams does not thread them.',
  'hint-pagerduty':
    'Add an integration of type Events API v2 to a service. An alarm is one alert, which its clear resolves. In the EU the address is https://events.eu.pagerduty.com.',
  'hint-opsgenie':
    'Add an API integration to a team. An alarm is one alert, which its clear closes. In the EU the address is https://api.eu.opsgenie.com. Opsgenie ends on 5 April 2027.',
  'hint-telegram':
    'Create a bot with @BotFather and add it to the group. Changes and the clear of an alarm reply to its first message.',
  everyEvent: 'Every event is sent, also in an alarm storm.',
  stateless: 'Above 20 events a minute of one customer, one message sums up the others.',
} as const;

export const useServiceTexts = defineTexts('webhook-services', en, fr);
