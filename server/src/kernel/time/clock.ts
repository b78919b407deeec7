/** Returns the current time; injected so that tests can set it. */
export type Clock = () => Date
