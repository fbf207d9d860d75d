/** Texts of account mails. `account-mails.ts` fills in `{{…}}`, escaped in HTML. */
export const accountMailTexts = {
  reset: {
    en: {
      subject: 'Telltale: choose a new password',
      lines: [
        'Hello {{username}},',
        'A new password was requested for your account on {{host}}. Choose it here within {{minutes}} minutes. The link works once:',
        '{{link}}',
        'If you did not request it, ignore this mail. Your password stays unchanged.',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: choisissez un nouveau mot de passe',
      lines: [
        'Bonjour {{username}},',
        'Un nouveau mot de passe a été demandé pour votre compte sur {{host}}. Choisissez-le ici dans les {{minutes}}\u00A0minutes\u00A0; le lien ne fonctionne qu’une fois\u00A0:',
        '{{link}}',
        'Si vous n’êtes pas à l’origine de cette demande, ne faites rien\u00A0: votre mot de passe reste inchangé.',
      ],
    },
  },
  changed: {
    en: {
      subject: 'Telltale: your password was changed',
      lines: [
        'Hello {{username}},',
        'The password of your account on {{host}} was changed, and your other sessions were ended.',
        'If this was not you, choose a new password now and contact your administrator:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: votre mot de passe a été modifié',
      lines: [
        'Bonjour {{username}},',
        'Le mot de passe de votre compte sur {{host}} a été modifié et vos autres sessions ont été fermées.',
        'Si vous n’êtes pas à l’origine de cette modification, choisissez sans attendre un nouveau mot de passe et prévenez votre administrateur\u00A0:',
        '{{link}}',
      ],
    },
  },
  issued: {
    en: {
      subject: 'Telltale: a new password was issued to you',
      lines: [
        'Hello {{username}},',
        'An administrator issued a new password for your account on {{host}} and ended your sessions. You must choose your own password when you sign in with it. Your API tokens stay valid.',
        'If you did not request it, contact your administrator. You can also choose another password yourself:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: un nouveau mot de passe vous a été attribué',
      lines: [
        'Bonjour {{username}},',
        'Un administrateur a généré un nouveau mot de passe pour votre compte sur {{host}} et fermé vos sessions. Lors de votre prochaine connexion, vous devrez en choisir un qui vous soit propre. Vos jetons d’API restent valables.',
        'Si vous ne l’avez pas demandé, prévenez votre administrateur. Vous pouvez aussi choisir vous-même un autre mot de passe\u00A0:',
        '{{link}}',
      ],
    },
  },
  elsewhere: {
    en: {
      subject: 'Telltale: you sign in through your identity provider from now on',
      lines: [
        'Hello {{username}},',
        'An administrator ended your sessions on {{host}}: your account no longer has a password there. Sign in through your identity provider. Your API tokens stay valid.',
        'If you cannot sign in this way, contact your administrator:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: vous vous connectez désormais par votre fournisseur d’identité',
      lines: [
        'Bonjour {{username}},',
        'Un administrateur a fermé vos sessions sur {{host}}\u00A0: votre compte n’y a plus de mot de passe. Connectez-vous par votre fournisseur d’identité. Vos jetons d’API restent valables.',
        'Si vous ne parvenez pas à vous connecter ainsi, prévenez votre administrateur\u00A0:',
        '{{link}}',
      ],
    },
  },
  here: {
    en: {
      subject: 'Telltale: you sign in with a password from now on',
      lines: [
        'Hello {{username}},',
        'An administrator ended your sessions on {{host}}: you no longer sign in through your identity provider, but with a password. You will receive an initial password from your administrator and must choose your own when you sign in with it. Your API tokens stay valid.',
        'If you do not receive a password, contact your administrator:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: vous vous connectez désormais avec un mot de passe',
      lines: [
        'Bonjour {{username}},',
        'Un administrateur a fermé vos sessions sur {{host}}\u00A0: vous ne vous y connectez plus par votre fournisseur d’identité, mais avec un mot de passe. Il vous en remettra un premier\u00A0; lors de votre connexion, vous devrez en choisir un qui vous soit propre. Vos jetons d’API restent valables.',
        'Si personne ne vous remet de mot de passe, prévenez votre administrateur\u00A0:',
        '{{link}}',
      ],
    },
  },
  factorDeleted: {
    en: {
      subject: 'Telltale: your second factor was removed',
      lines: [
        'Hello {{username}},',
        'An administrator removed the second factor of your account on {{host}} and ended your sessions. Set up a new one on your account page.',
        'If you did not request this, choose a new password now and contact your administrator:',
        '{{link}}',
      ],
    },
    fr: {
      subject: 'Telltale\u00A0: votre second facteur a été retiré',
      lines: [
        'Bonjour {{username}},',
        'Un administrateur a retiré le second facteur de votre compte sur {{host}} et fermé vos sessions. Vous pouvez en configurer un autre depuis la page de votre compte.',
        'Si vous ne l’avez pas demandé, choisissez sans attendre un nouveau mot de passe et prévenez votre administrateur\u00A0:',
        '{{link}}',
      ],
    },
  },
} as const;
