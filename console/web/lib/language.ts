/** Languages that the console speaks. */
export type Language = 'en' | 'fr';
