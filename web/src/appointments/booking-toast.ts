/** What a toast about the time of a booking is about. */
export const bookingToast = (eventkey: string) => `booking ${eventkey}`
