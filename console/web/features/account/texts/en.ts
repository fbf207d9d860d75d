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
  tryAgain: 'Try again',
} as const;
