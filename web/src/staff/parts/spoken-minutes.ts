/** A number of minutes as it is said: `35 min`, `2 h`, `7 h 30`; a minus before what is below zero. */
export const spokenMinutes = (minutes: number) => {
  const whole = Math.abs(Math.round(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  const said = hours === 0 ? `${rest} min` : rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`
  return minutes < 0 && whole > 0 ? `-${said}` : said
}
