export const en = {
  title: 'Sign in',
  form: 'Sign in',
  claim: 'Every flow in sight, every alarm in time.',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign in',
  usernameMissing: 'Enter your username',
  passwordMissing: 'Enter your password',
  expired: 'Your session has ended. Sign in again to go on where you were.',
  notSignedOut:
    'The server could not be told that you signed out: your session ends there by itself after 30 minutes. Close the browser if others use this computer.',
  tryAgain: 'Try again',
} as const;
