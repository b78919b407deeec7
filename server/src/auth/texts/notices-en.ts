import type { NoticeTexts } from './notice-types.ts'

export const english: NoticeTexts = {
  when: 'When',
  address: 'Network address',
  device: 'Device',
  unknownDevice: 'Unknown',
  notMe: 'Choose a new password',
  notMySignIn: 'It was not me',
  always: 'This message is about the security of your account: you get it whatever messages you have chosen.',
  kinds: {
    passwordChanged: {
      subject: portal => `${portal}: your password has changed`,
      title: 'Your password has changed',
      text: (userName, portal) =>
        `The password of ${userName} in the portal ${portal} was changed on the account page. The other sessions have ended.`,
      unexpected:
        'If it was you, there is nothing to do. If it was not you, choose a new password now: whoever got in loses access.',
    },
    passwordReset: {
      subject: portal => `${portal}: your password has changed`,
      title: 'Your password has changed',
      text: (userName, portal) =>
        `A new password for ${userName} in the portal ${portal} was chosen by a link sent to this address. Earlier sessions have ended.`,
      unexpected:
        'If it was you, there is nothing to do. If it was not you, somebody reads your e-mail: change the password of your mailbox first, then the one of the portal.',
    },
    passwordSet: {
      subject: portal => `${portal}: your password has changed`,
      title: 'Your password has changed',
      text: (userName, portal) =>
        `The company that runs the portal ${portal} has set a new password for ${userName}. Earlier sessions have ended.`,
      unexpected: 'If you did not expect it, contact support. You can always choose one yourself.',
    },
    addressChanged: {
      subject: portal => `${portal}: your e-mail address has changed`,
      title: 'Your e-mail address has changed',
      text: (userName, portal) =>
        `The company that runs the portal ${portal} has changed the e-mail address of ${userName}. From now on messages go to the new address, no longer to this one.`,
      unexpected: 'If you asked for it, there is nothing to do. If you did not expect it, contact support now.',
    },
    newPlace: {
      subject: portal => `${portal}: new login to your account`,
      title: 'New login to your account',
      text: (userName, portal) =>
        `Somebody logged in to the portal ${portal} as ${userName} from an address or on a device that was never used before.`,
      unexpected:
        'If it was you, there is nothing to do. If it was not you, press the button: whoever got in loses access, and then you choose a new password.',
    },
    secondFactorAdded: {
      subject: portal => `${portal}: two-step verification is on`,
      title: 'Two-step verification is on',
      text: (userName, portal) =>
        `From now on a code of the authenticator app is needed besides the password to log in to the portal ${portal} as ${userName}. The other sessions have ended.`,
      unexpected:
        'If it was you, there is nothing to do. If it was not you, choose a new password now and contact support.',
    },
    secondFactorRemoved: {
      subject: portal => `${portal}: two-step verification is off`,
      title: 'Two-step verification is off',
      text: (userName, portal) =>
        `From now on the password is enough to log in to the portal ${portal} as ${userName}.`,
      unexpected:
        'If it was you, there is nothing to do. If it was not you, choose a new password now and contact support.',
    },
    secondFactorTaken: {
      subject: portal => `${portal}: two-step verification was removed`,
      title: 'Two-step verification was removed',
      text: (userName, portal) =>
        `Support has removed the two-step verification of ${userName} in the portal ${portal}, as requested. The password is enough to log in now; you can turn it on again in your account.`,
      unexpected: 'If you did not ask for it, choose a new password now and contact support.',
    },
    wrongCodes: {
      subject: portal => `${portal}: wrong codes for your account`,
      title: 'Somebody tries codes for your account',
      text: (userName, portal) =>
        `Somebody has given the password of ${userName} in the portal ${portal} and wrong codes of two-step verification. Nobody has got in.`,
      unexpected:
        'If you mistyped them, there is nothing to do. If it was not you, somebody knows your password: choose a new one now. If codes of the app are refused meanwhile, a recovery code gets you in.',
    },
    recoveryCodeUsed: {
      subject: portal => `${portal}: login with a recovery code`,
      title: 'Login with a recovery code',
      text: (userName, portal) =>
        `Somebody logged in to the portal ${portal} as ${userName} with one of the recovery codes. That code no longer works.`,
      unexpected:
        'If it was you, there is nothing to do. If it was not you, somebody has the password and the codes: choose a new password now, then turn two-step verification off and on again.',
    },
    recoveryCodesRenewed: {
      subject: portal => `${portal}: new recovery codes`,
      title: 'New recovery codes',
      text: (userName, portal) =>
        `New recovery codes were made for ${userName} in the portal ${portal}. The earlier ones no longer work.`,
      unexpected:
        'If it was you, there is nothing to do. If it was not you, choose a new password now and contact support.',
    },
    passkeyAdded: {
      subject: portal => `${portal}: new passkey`,
      title: 'New passkey',
      text: (userName, portal) =>
        `A passkey was added to the account of ${userName} in the portal ${portal}: whoever has that device logs in without a password.`,
      unexpected:
        'If it was you, there is nothing to do. If it was not you, log in, remove that passkey on the account page, and choose a new password now.',
    },
    passkeyRemoved: {
      subject: portal => `${portal}: passkey removed`,
      title: 'Passkey removed',
      text: (userName, portal) =>
        `A passkey was removed from the account of ${userName} in the portal ${portal}: it no longer logs in.`,
      unexpected:
        'If it was you, there is nothing to do. If it was not you, choose a new password now and contact support.',
    },
    passkeysTaken: {
      subject: portal => `${portal}: passkeys removed`,
      title: 'Passkeys removed by support',
      text: (userName, portal) =>
        `Support has removed passkeys of the user ${userName} of the portal ${portal}, as requested. They no longer log in; you can add others in your account.`,
      unexpected: 'If you did not ask for it, choose a new password now and contact support.',
    },
    passkeyCopied: {
      subject: portal => `${portal}: login refused, passkey may be copied`,
      title: 'Login refused: passkey may be copied',
      text: (userName, portal) =>
        `Somebody tried to log in to the portal ${portal} as ${userName} with a passkey that has been used elsewhere: there may be a copy of it. The login was refused.`,
      unexpected: 'Remove that passkey on the account page and create a new one. If it was not you, contact support.',
    },
  },
  withoutPasswords: {
    notMe: 'Open the account page',
    unexpected:
      'If it was you, there is nothing to do. If it was not you, log in, end the other sessions on the account page, remove passkeys that are not yours, and contact support.',
    kinds: {
      passwordSet: { unexpected: 'If you did not expect it, contact support.' },
      newPlace: {
        unexpected:
          'If it was you, there is nothing to do. If it was not you, press the button: whoever got in loses access. Then remove passkeys that are not yours on the account page, and change the password of your mailbox: the links to log in go there.',
      },
      secondFactorAdded: {
        text: (userName, portal) =>
          `From now on a code of the authenticator app is needed besides a mailed link to log in to the portal ${portal} as ${userName}. The other sessions have ended.`,
      },
      secondFactorRemoved: {
        text: (userName, portal) =>
          `From now on a mailed link is enough to log in to the portal ${portal} as ${userName}.`,
      },
      secondFactorTaken: {
        text: (userName, portal) =>
          `Support has removed the two-step verification of ${userName} in the portal ${portal}, as requested. A mailed link is enough to log in now; you can turn it on again in your account.`,
        unexpected: 'If you did not ask for it, contact support now.',
      },
      wrongCodes: {
        text: (userName, portal) =>
          `Somebody has opened a mailed link of ${userName} for the portal ${portal} and given wrong codes of two-step verification. Nobody has got in.`,
        unexpected:
          'If you mistyped them, there is nothing to do. If it was not you, somebody reads your e-mail: change the password of your mailbox now. If codes of the app are refused meanwhile, a recovery code gets you in.',
      },
      recoveryCodeUsed: {
        unexpected:
          'If it was you, there is nothing to do. If it was not you, somebody reads your e-mail and has the codes: change the password of your mailbox, end the other sessions on the account page, and make new recovery codes.',
      },
      passkeyAdded: {
        text: (userName, portal) =>
          `A passkey was added to the account of ${userName} in the portal ${portal}: whoever has that device can log in.`,
      },
      passkeysTaken: { unexpected: 'If you did not ask for it, contact support now.' },
    },
  },
}
