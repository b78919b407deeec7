/** The time, handed in so that tests can set it. */
export type Clock = () => Date
