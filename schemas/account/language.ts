import { z } from 'zod';

export const Language = z.enum(['en', 'fr']);
