import { z } from 'zod';
import { languages } from '../time/locale.ts';

export const Language = z.enum(languages);
