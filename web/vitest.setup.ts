import { onlineManager } from '@tanstack/react-query'
import { configure } from '@testing-library/react'
import i18next from 'i18next'
import { dismissToasts } from './src/ui/overlay/toasts.tsx'

// Parts of screens that are loaded later take more than the usual second while other tests keep the machine busy.
configure({ asyncUtilTimeout: 60_000 })

// A test of another file may have left the portal out of reach, a message shown or texts loaded, and the files of a worker share their modules.
onlineManager.setOnline(true)
dismissToasts()
for (const locale of ['it', 'en', 'es']) i18next.services?.resourceStore?.removeResourceBundle(locale, 'translation')
