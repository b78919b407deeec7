export const portals = {
  privacy: {
    title: 'Privacy Terms',
    version: 'Version {{version}}, in force since {{date}}',
    empty: 'No privacy terms have been published yet.',
  },
  contacts: {
    title: 'Contacts',
    phone: 'Help desk',
    hours: 'Hours',
    email: 'E-mail',
    address: 'Address',
    empty: 'No contacts have been published yet.',
  },
  pages: 'Pages of the portal',
  back: 'Back to the login',
}
