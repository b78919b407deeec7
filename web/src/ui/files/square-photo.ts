/** The width and height of a photo in pixels: enough for the largest avatar on a dense screen. */
const SIDE = 320

/** The middle of a picture, cut to a square and made small, as a JPEG in a `data:` address; undefined if the file cannot be shown. */
export const squarePhoto = async (file: File): Promise<string | undefined> => {
  try {
    const picture = await createImageBitmap(file)
    const cut = Math.min(picture.width, picture.height)
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = SIDE
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // JPEG has no transparency, and shows it black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, SIDE, SIDE)
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, (picture.width - cut) / 2, (picture.height - cut) / 2, cut, cut, 0, 0, SIDE, SIDE)
    picture.close()
    return canvas.toDataURL('image/jpeg', 0.9)
  } catch {
    return undefined
  }
}
