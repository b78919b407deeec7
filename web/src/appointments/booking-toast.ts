/** The subject of a toast about the time of a booking. */
export const bookingToast = (eventkey: string) => `booking ${eventkey}`
