import { useStaffFormat } from '../../session/use-staff-format.ts'

/** Makes the text of an instant: day and time. */
export const useMoment = () => {
  const { numericDay, clock } = useStaffFormat()
  return (instant: string) => `${numericDay(instant)} ${clock(instant)}`
}
