import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  addTarget: 'Ajouter une cible',
  newOf: 'Nouvelle cible\u00A0: {{service}}',
  service: 'Service',
  'service-custom': 'Webhook (adresse libre)',
  'service-slack': 'Slack',
  'service-teams': 'Microsoft Teams',
  'service-pagerduty': 'PagerDuty',
  'service-opsgenie': 'Opsgenie',
  'service-telegram': 'Telegram',
  'secret-slack': 'Jeton du bot',
  'secret-teams': 'Adresse du workflow',
  'secret-pagerduty': 'Clé d’intégration (routing key)',
  'secret-opsgenie': 'Clé d’API',
  'secret-telegram': 'Jeton du bot',
  'channel-slack': 'Canal',
  'channel-telegram': 'Discussion',
  'channelHint-slack': '#noc, ou l’identifiant du canal',
  'channelHint-telegram': '-1001234567890, ou @canal',
  address: 'Adresse du service',
  'hint-slack':
    'Créez une application Slack avec l’autorisation chat:write et invitez-la dans le canal. Les changements et la levée d’une alarme répondent à son premier message.',
  'hint-teams':
    'Dans Teams, ajoutez à un canal le workflow «\u00A0Lorsqu’une demande de webhook Teams est reçue\u00A0» et copiez son adresse. Chaque événement est une carte\u00A0: Teams ne les regroupe pas en fil.',
  'hint-pagerduty':
    'Ajoutez à un service une intégration de type Events API v2. Une alarme est une seule alerte, résolue par sa levée. Dans l’UE, l’adresse est https://events.eu.pagerduty.com.',
  'hint-opsgenie':
    'Ajoutez une intégration API à une équipe. Une alarme est une seule alerte, fermée par sa levée. Dans l’UE, l’adresse est https://api.eu.opsgenie.com. Opsgenie s’arrête le 5 avril 2027.',
  'hint-telegram':
    'Créez un bot avec @BotFather et ajoutez-le au groupe. Les changements et la levée d’une alarme répondent à son premier message.',
  everyEvent: 'Chaque événement est envoyé, même en cas de tempête d’alarmes.',
  stateless: 'Au-delà de 20 événements par minute pour un client, un seul message résume les autres.',
} satisfies Like<typeof en>;
