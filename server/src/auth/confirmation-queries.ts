/** What the keys of confirmations are sealed for. */
export const confirmationKey = 'confirmation'
