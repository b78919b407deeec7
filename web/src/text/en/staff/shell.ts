export const staffShell = {
  name: 'Desk',
  nameOf: 'Portico, the desk of {{company}}',
  skip: 'Skip to content',
  sections: 'Sections',
  rail: {
    tickets: 'Queue',
  },
  toAnswer: 'to answer',
  yourMenu: 'your menu',
  role: { technician: 'technician', office: 'office', administrator: 'administrator' },
  language: 'Language',
  scheme: { title: 'Theme', light: 'Light', dark: 'Dark', system: 'System' },
  density: { title: 'Density', comfortable: 'Comfortable', compact: 'Compact' },
  signOut: 'Sign out',
  notifications: 'Notifications',
  screenFailed: 'This page could not be shown',
  screenAwaited: 'It will open by itself as soon as the server can be reached again.',
  notFound: {
    title: 'Page not found',
    text: 'The address may be wrong, or what it led to is no longer there.',
    home: 'Go to the queue',
  },
}
