export const en = {
  title: 'Sign in',
  form: 'Sign in',
  claim: 'See every flow. Hear every alarm.',
  username: 'Username',
  password: 'Password',
  signIn: 'Sign in',
  signInWith: 'Sign in with {{provider}}',
  or: 'or',
  usernameMissing: 'Enter your username',
  passwordMissing: 'Enter your password',
  expired: 'Your session has ended. Sign in again to go on where you were.',
  tryAgain: 'Try again',
} as const;
