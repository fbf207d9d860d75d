import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  open: 'Real time',
  title: '{{name}} in real time',
  opening: 'Querying the device…',
  chart_one: 'Chart of {{count}} value over the last two minutes',
  chart_other: 'Chart of {{count}} values over the last two minutes',
  values: 'Values',
  charts: 'Chart',
  name_load: 'Load',
  name_throughput: 'Throughput',
  name_packets: 'Packets',
  name_faults: 'Errors and discards',
  name_queue: 'Queue',
  every: 'Read every second while someone watches. Nothing is stored.',
  age: 'Last reading {{age}} ago.',
  requested: 'Last query {{age}} ago.',
  waiting: 'Waiting for the first reading…',
  left: 'Ends in {{left}}.',
  pause: 'Pause',
  resume: 'Resume',
  paused: 'Paused. Readings are still collected.',
  lost: 'The poller has stopped. Readings resume when it is back or another one takes over, mostly within a minute.',
  offline: 'Connection to the server lost. Readings resume when it is back.',
  noResponse: 'The device does not respond: {{reason}}. It is queried every second.',
  missing: 'The device does not have this element. Run a discovery, or correct its name.',
  over: 'Ended after 10 minutes to spare the device.',
  again: 'Continue',
  retry: 'Try again',
} as const;

export const useRealtimeTexts = defineTexts('realtime', en, fr);
