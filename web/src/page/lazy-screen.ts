import { lazyRouteComponent } from '@tanstack/react-router'
import { ApiError } from '../api/api.ts'
import { loadOnce } from '../ui/loading/load-part.ts'

/** A screen whose files did not arrive. */
export class NotLoaded extends ApiError {
  override name = 'NotLoaded'
}

/**
 * A screen that is loaded when it is gone to. The router by itself would reload the page if it does not arrive, which
 * offline is the end of the page; `screen-failed.tsx` says so in its place.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await loadOnce(load)
    } catch (cause) {
      throw new NotLoaded({ code: 'network' }, undefined, cause)
    }
  }, name)
