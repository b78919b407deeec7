export const words = {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  optional: 'optional',
  retry: 'Try again',
  noItems: 'No items found',
  couldNotLoad: 'This could not be loaded',
}
