import { useRouteContext } from '@tanstack/react-router'

/** The signed-in employee. */
export const useMe = () => useRouteContext({ from: '/signed-in' }).me
