import type { AllLinkMailTexts } from './link-mail-types.ts'

export const english: AllLinkMailTexts = {
  recovery: {
    subject: ({ webPortalName }) => `New password for ${webPortalName}`,
    title: () => 'Choose a new password',
    paragraphs: [
      ({ userName, webPortalName }) => `A new password was requested for ${userName} in the portal ${webPortalName}.`,
    ],
    button: 'Choose the password',
    notes: [
      'The link is good for one hour and works once.',
      'If it was not you, ignore this message: your password stays as it is.',
    ],
  },
  invitation: {
    subject: ({ webPortalName }) => `Your access to the portal ${webPortalName}`,
    title: () => 'Choose your password',
    paragraphs: [
      ({ referentName, companyName, webPortalName }) =>
        `Hello ${referentName},\nyour access to the portal ${webPortalName} for ${companyName} is ready.`,
    ],
    userName: 'Username',
    button: 'Choose the password and log in',
    notes: ['The link is good for 7 days and works once.'],
  },
  invitationWithoutPassword: {
    subject: ({ webPortalName }) => `Your access to the portal ${webPortalName}`,
    title: () => 'Your access is ready',
    paragraphs: [
      ({ referentName, companyName, webPortalName }) =>
        `Hello ${referentName},\nyour access to the portal ${webPortalName} for ${companyName} is ready. You need no password: from now on you log in with a passkey, or with a link that you ask for on the login page.`,
    ],
    userName: 'Username',
    button: 'Enter the portal',
    notes: ['The link is good for 7 days and works once. Do not forward it.'],
  },
  addition: {
    subject: ({ companyName, webPortalName }) => `${companyName}: your access to the portal ${webPortalName}`,
    title: ({ companyName }) => `You now have access to ${companyName} too`,
    paragraphs: [
      ({ referentName, companyName, webPortalName }) =>
        `Hello ${referentName},\n${companyName} is now among your companies in the portal ${webPortalName}.`,
      ({ userName }) => `Use the username ${userName} and the password that you have.`,
    ],
    button: 'Open the portal',
    notes: [],
  },
  additionWithoutPassword: {
    subject: ({ companyName, webPortalName }) => `${companyName}: your access to the portal ${webPortalName}`,
    title: ({ companyName }) => `You now have access to ${companyName} too`,
    paragraphs: [
      ({ referentName, companyName, webPortalName }) =>
        `Hello ${referentName},\n${companyName} is now among your companies in the portal ${webPortalName}.`,
      ({ userName }) =>
        `Log in as ${userName} with a passkey, or with a link that you ask for on the login page: this portal has no passwords.`,
    ],
    button: 'Open the portal',
    notes: [],
  },
  requestedLink: {
    subject: ({ webPortalName }) => `Your link to log in to ${webPortalName}`,
    title: () => 'Log in with this link',
    paragraphs: [
      ({ userName, webPortalName }) =>
        `This link logs you in to the portal ${webPortalName} as ${userName}, without a password.`,
    ],
    button: 'Log in',
    notes: [
      'The link is good for ten minutes and works once. Do not forward it.',
      'If you did not ask for it, ignore this message: without the link nobody gets in.',
    ],
  },
  signInLink: {
    subject: ({ webPortalName }) => `Your link to log in to ${webPortalName}`,
    title: () => 'Log in with this link',
    paragraphs: [
      ({ userName, webPortalName }) =>
        `There were too many failed attempts to log in as ${userName} in the portal ${webPortalName}. For a while the password alone is not enough: this link lets you in right away.`,
    ],
    button: 'Log in',
    notes: [
      'The link is good for one hour and works once. Do not forward it.',
      'If it was not you who tried, there is nothing to do: those attempts failed. If you use the same password elsewhere, change it.',
    ],
  },
}
