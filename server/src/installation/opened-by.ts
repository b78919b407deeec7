import { isLoopbackName } from '../kernel/http/host-header.ts'
import type { Settings } from '../kernel/settings/settings.ts'

/** The setting that makes an installation reachable from other machines: its own address, or that of a proxy in front of it. */
export const openedBy = ({
  host,
  publicUrl,
}: Pick<Settings, 'host' | 'publicUrl'>): 'HOST' | 'PUBLIC_URL' | undefined => {
  if (!isLoopbackName(host)) return 'HOST'
  return publicUrl && !isLoopbackName(new URL(publicUrl).hostname) ? 'PUBLIC_URL' : undefined
}
