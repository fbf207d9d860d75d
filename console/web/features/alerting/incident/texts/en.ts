import { extendTexts } from '#web/lib/text.ts';
import { useEvidenceTexts } from '../../evidence/texts/en.ts';
import { fr } from './fr.ts';

export const en = {
  incident: 'Incident',
  'state-open': 'Open',
  'state-owned': 'Owned by {{owner}}',
  'state-acknowledged': 'Acknowledged by {{owner}}',
  'state-resolved': 'Resolved',
  take: 'Take the incident',
  takeOver: 'Take over from {{owner}}',
  release: 'Give it back',
  taken: 'The incident is yours.',
  released: 'The incident has no owner any more.',
  addIncidentNote: 'Add note to the incident…',
  noteTitle: 'Note on the incident',
  note: 'Note',
  noteHint: 'Everyone who sees its alarms can read it. It stays with the incident.',
  saveNote: 'Add note',
  noted: 'Note added to the incident.',
  happened: 'What happened',
  cut: 'Earlier events are in the history, earlier notes with their alarms.',
  owner: 'Owner: {{owner}}',
  noOwner: 'No owner any more',
  setBy: 'set by {{by}}',
} as const;

export const useIncidentTexts = extendTexts(useEvidenceTexts, 'incident', en, fr);
