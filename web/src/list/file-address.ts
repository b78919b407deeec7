/** The name of a file, as its address ends. */
export const fileNameOf = (url: string) => {
  const path = url.split('?', 1)[0] ?? ''
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
}
