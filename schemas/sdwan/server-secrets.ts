/** Purpose that a sealed password is bound to. */
export const SDWAN_PASSWORD = 'sdwan manager password';
