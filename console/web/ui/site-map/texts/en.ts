import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  webglMap: 'No map without WebGL2',
  webglMapHint:
    'This browser does not offer WebGL2, or its graphics driver is blocked. The table works without the map.',
  lostMap: 'The map lost the graphics processor',
  lostMapHint: 'The browser reset it. The table is not affected.',
  stuckMap: 'The map did not start',
  stuckMapHint:
    'A file of the map or its background worker is missing or blocked. The table works without the map.',
  hideMap: 'Hide map',
} as const;

export const useMapTexts = defineTexts('map', en, fr);
