export const staffFirst = {
  title: 'All set: the portal is open',
  text: 'As soon as a customer writes, the ticket appears here. Three steps to get going:',
  colleagues: 'Invite your colleagues',
  colleaguesText: 'Each gets a link by mail to choose a password.',
  customers: 'Bring in your customers',
  customersText: 'For now customers and people come by import, from a file or your own program:',
  portal: 'Look at your portal',
  portalText: 'This is the address to give to your customers:',
}
