/** The shape of a catalogue: the same keys as English, any text. What is missing or too much does not compile. */
export type Texts<English> = { [Key in keyof English]: English[Key] extends string ? string : Texts<English[Key]> }
