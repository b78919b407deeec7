export const staffFirst = {
  title: 'All set',
  text: 'As soon as a customer writes, the ticket appears here. Where to begin:',
  customers: 'Bring in your customers',
  customersText: 'Add the first one and invite its people: each chooses a password and is in.',
  publish: 'Publish what they expect',
  publishText: 'Drop invoices, estimates, reports and documents to sign: each is recognised.',
  look: 'Choose what customers see',
  lookText: 'Colour, logo, texts and contact details, with a preview as you change them.',
  colleagues: 'Invite your colleagues',
  colleaguesText: 'Each gets a link by mail to choose a password.',
  address: 'The address for your customers',
  addressText: 'This is where they sign in:',
}
