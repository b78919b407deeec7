/** The routes of the tabs after the look, below `portalRoute`. */
export const settingsRoutes = [] as const

/** The texts that they load with their screens. */
export const settingsTexts = [] as const
