// The order matters: the user agent of most browsers also contains the names of browsers further down.
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

/** Browser and operating system from a `User-Agent` header, such as `Firefox, Windows`. Undefined if neither is known. */
export const deviceFamily = (device: string | null): string | undefined =>
  [first(browsers, device ?? ''), first(systems, device ?? '')].filter(Boolean).join(', ') || undefined

/** The name shown for the device of a session: browser and system, else the first 60 characters of the `User-Agent` header. */
export const deviceName = (device: string | null): string | undefined =>
  deviceFamily(device) ?? (device?.slice(0, 60) || undefined)

/** Whether the device is a phone or a tablet. */
export const isHandheld = (device: string | null): boolean => /\b(?:iPhone|iPad|Android|Mobile)\b/.test(device ?? '')
