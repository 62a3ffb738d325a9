import { countOf, numberText } from '../ui/words.ts'

const WHEN = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
const UNITS = ['KB', 'MB', 'GB', 'TB'] as const
const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/** `82 MB`, `4.1 MB`: in powers of a thousand, as operating systems show files. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, 'byte')
  const power = Math.min(UNITS.length, Math.floor(Math.log10(bytes) / 3))
  return `${threeDigits(bytes / 1000 ** power)} ${UNITS[power - 1]}`
}

/** Whether so many puzzles in that time have a speed: below a second it is that of the first and last steps around them. */
export function isTelling(puzzles: number, seconds: number | undefined): seconds is number {
  return puzzles > 0 && seconds !== undefined && seconds >= 1
}

/** `227,000 a second`; a rate below ten keeps tenths, and one of which none is left is told by the minute or the hour. */
export function rateText(perSecond: number): string {
  if (perSecond >= 0.1) return `${threeDigits(perSecond)} a second`
  const perMinute = perSecond * MINUTE_S
  return perMinute >= 0.1 ? `${threeDigits(perMinute)} a minute` : `${threeDigits(perSecond * HOUR_S)} an hour`
}

/** `0.8 s`, `42 s`, `3 min 5 s`, `2 h 10 min` */
export function durationText(seconds: number): string {
  if (seconds < 0.05) return 'less than 0.1 s'
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < MINUTE_S) return `${whole} s`
  if (whole < HOUR_S) return `${Math.floor(whole / MINUTE_S)} min ${whole % MINUTE_S} s`
  const minutes = Math.round(seconds / MINUTE_S)
  return `${numberText(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago` */
export function agoText(seconds: number): string {
  if (seconds < MINUTE_S) return 'just now'
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ago`
  if (seconds < DAY_S) return `${Math.floor(seconds / HOUR_S)} h ago`
  return `${countOf(Math.floor(seconds / DAY_S), 'day')} ago`
}

/** `12 Mar, 14:05`, in the reader's time zone; to the second where things follow each other within seconds. */
export function whenText(iso: string, second?: '2-digit'): string {
  return new Intl.DateTimeFormat('en-GB', { ...WHEN, second }).format(new Date(iso))
}

/** A number rounded to three digits: nobody needs more of it. */
function threeDigits(number: number): string {
  if (number < 9.95) return numberText(Number(number.toFixed(1)))
  const step = 10 ** Math.max(0, Math.floor(Math.log10(number)) - 2)
  return numberText(Math.round(number / step) * step)
}
