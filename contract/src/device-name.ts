// In this order: most browsers also claim to be those below them.
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const first = (pairs: [RegExp, string][], text: string) => pairs.find(([pattern]) => pattern.test(text))?.[1]

/** The browser and system of a device, from the browser's description of itself: `Firefox, Windows`. Undefined where neither is known. */
export const deviceFamily = (device: string | null): string | undefined =>
  [first(browsers, device ?? ''), first(systems, device ?? '')].filter(Boolean).join(', ') || undefined

/** What a person calls the device of a session: its family, else what it says of itself. */
export const deviceName = (device: string | null): string | undefined =>
  deviceFamily(device) ?? (device?.slice(0, 60) || undefined)

/** Whether the device is a phone or a tablet. */
export const isHandheld = (device: string | null): boolean => /\b(?:iPhone|iPad|Android|Mobile)\b/.test(device ?? '')
