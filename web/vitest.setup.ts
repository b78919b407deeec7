import { onlineManager } from '@tanstack/react-query'
import { configure } from '@testing-library/react'
import { dismissToasts } from './src/ui/overlay/toasts.tsx'

// Parts of screens that are loaded later take more than the usual second while other tests keep the machine busy.
configure({ asyncUtilTimeout: 5000 })

// A test of another file may have left the portal out of reach or a message shown, and the files of a worker share their modules.
onlineManager.setOnline(true)
dismissToasts()
